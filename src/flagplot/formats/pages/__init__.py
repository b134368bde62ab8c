"""Reports as pages: HTML that loads nothing from outside, and PDF."""
