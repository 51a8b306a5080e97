"""Coding agents over the Agent Client Protocol. Needs the extra `acp`: only commands import it, on use."""
