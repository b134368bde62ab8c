"""The use cases, one function each; the public Python API."""
