"""The pictures in `screenshots/`, made from the real program: `python -m tests.screenshots`."""
