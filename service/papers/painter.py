"""A program of its own: an SVG document on standard input, a PNG on standard output.

``python -I painter.py WIDTH``.  It is run, never imported: the rasteriser holds the interpreter
while it draws (a second for a large map), and in the daemon nothing else would be answered.
The letters are those of the font that comes with Galloper, so every machine gives the same bytes.
"""

from __future__ import annotations

import resource
import sys
from importlib import resources

import resvg_py

#: Bytes of memory and seconds of CPU, at most: the largest picture takes 350 MB and 3 s.
MEMORY = 1 << 30
CPU = 6
FONT = "EB Garamond"


def main() -> None:
    """Draw what comes in."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU))
    if sys.platform == "linux":  # others count what is only reserved, or nothing
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    files = resources.files("fontpkg_eb_garamond") / "files"
    with resources.as_file(files) as folder:
        picture = resvg_py.svg_to_bytes(
            svg_string=sys.stdin.buffer.read().decode(),
            width=int(sys.argv[1]),
            skip_system_fonts=True,
            font_dirs=[str(folder)],
            font_family=FONT,
            serif_family=FONT,
        )
    sys.stdout.buffer.write(picture)


if __name__ == "__main__":
    main()
