"""Streams of random words for kernels, good and bad, and the runner that shares work between processes."""
