"""The writer of old workbooks stands beside the tests that need it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
