"""What an e-mail address looks like."""

from __future__ import annotations

import re

# What every relay takes without quotes or extensions (RFC 5321, dot-string), and nothing that a
# header would read as something else.
_ATOM = r"(?:(?!=\?)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-])+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
#: The one form of an e-mail address.
EMAIL = re.compile(rf"(?=[^@]{{1,64}}@.{{1,253}}\Z){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
