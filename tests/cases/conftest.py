"""The same real PostgreSQL as the service's tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

_PATH = Path(__file__).parents[1] / "service" / "conftest.py"
_spec = importlib.util.spec_from_file_location("galloper_service_conftest", _PATH)
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = _module
_spec.loader.exec_module(_module)

postgres = _module.postgres
dsn = _module.dsn
pool = _module.pool
