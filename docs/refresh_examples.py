"""Write what the program says now into the console blocks of pages: ``uv run python docs/refresh_examples.py PAGE...``.

Lines ``...`` stay where they are. Read the difference before you commit it: it is what users will see.
"""

import sys
import tempfile
from pathlib import Path

from blocks import File, Reader, Session, prepare, read, renewed, trimmed


def refresh(page: Path) -> bool:
    """Carry out a page's blocks and write the answers into it; whether that changed the page."""
    before = page.read_text(encoding="utf-8")
    lines = before.splitlines()
    moved = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        reader = Reader(folder)
        for block in read(before):
            if isinstance(block, File):
                reader.write(block)
            elif isinstance(block, Session):
                reader.talk(block)  # later commands may need what it does
            else:
                answer = renewed(trimmed(block.shown), reader.run(block))
                new = [(block.indent + line).rstrip() for line in answer]
                lines[block.first + moved : block.last + moved] = new
                moved += len(new) - (block.last - block.first)
    after = "\n".join(lines) + "\n"
    page.write_text(after, encoding="utf-8")
    return after != before


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(f"{argument}: {'changed' if refresh(Path(argument)) else 'as it was'}")
