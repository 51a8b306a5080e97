"""The real program in real pseudo-terminals."""
