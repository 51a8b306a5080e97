"""Our figures beside their budgets, limits and peers: `make bench`."""
