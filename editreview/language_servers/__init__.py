"""Language servers: what they say about the texts of files, before and after a change.

Nothing here knows blocks or git, and no server is started unless the user named it or asked for one. Servers
may be slow, broken or hostile: whatever one does ends within seconds, as a sentence.
"""

from editreview.language_servers.servers import (
    DEFAULTS,
    LANGUAGES,
    RUNS_CODE,
    WHOLE_FILE,
    Diagnosis,
    Finding,
    LanguageServers,
    Texts,
    found_on_path,
    new_findings,
)

__all__ = [
    "DEFAULTS",
    "LANGUAGES",
    "RUNS_CODE",
    "WHOLE_FILE",
    "Diagnosis",
    "Finding",
    "LanguageServers",
    "Texts",
    "found_on_path",
    "new_findings",
]
