"""The readers of each board's mark-up stand beside the tests that read with them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
