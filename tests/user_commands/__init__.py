"""Tests of the commands for files."""
