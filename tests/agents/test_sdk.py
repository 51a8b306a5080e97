"""The protocol's own package on the other side, as an agent and as an editor."""

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.agents.conversing import conversing
from tests.agents.peer import needs_acp, program
from tests.builders import block, files_of, make_repository

if TYPE_CHECKING:
    from acp.schema import RequestPermissionResponse

pytestmark = needs_acp

AGENT = (sys.executable, "-P", str(Path(__file__).with_name("sdk_agent.py")))


def test_an_agent_of_the_package_gets_its_answers(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "root", {"a.txt": "a\n"})
    with conversing(root, tmp_path, AGENT) as agent:
        refused, problem = agent.turn(decisions=[False])
        written = files_of(agent.tree.folder)
        allowed, _ = agent.turn(decisions=[True])

        assert ("", b"a\n", b"A\n") == (problem, written["a.txt"], files_of(agent.tree.folder)["a.txt"])
    for response in (refused, allowed):
        assert '{"file_path": "a.txt", "old_string": "a\\n", "new_string": "A\\n"}' in response
        assert "│ []" == response.splitlines()[-1]


class Editor:
    """Accepts every block."""

    def __init__(self) -> None:
        self.updates: list[Any] = []

    def on_connect(self, conn: object) -> None:
        """Called by the package."""

    async def request_permission(
        self, session_id: str, tool_call: Any, options: Any, **others: Any
    ) -> "RequestPermissionResponse":
        from acp.schema import AllowedOutcome, RequestPermissionResponse

        (id,) = (option.option_id for option in options if option.kind == "allow_once")
        return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=id))

    async def session_update(self, session_id: str, update: Any, **others: Any) -> None:
        self.updates.append(update)


async def test_an_editor_of_the_package_gets_blocks_and_they_are_written(tmp_path: Path) -> None:
    import acp

    root = make_repository(tmp_path / "root", {"a.txt": "a\nb\n"})
    editor = Editor()
    # It has the methods that are called.
    client: Any = editor
    command, *arguments = program("acp", "--no-stats")
    async with acp.spawn_agent_process(client, command, *arguments, env=dict(os.environ)) as (agent, _):
        await agent.initialize(protocol_version=acp.PROTOCOL_VERSION)
        session = await agent.new_session(cwd=str(root), mcp_servers=[])
        text = acp.text_block(block("b\n", "B\n"))
        answer = await asyncio.wait_for(agent.prompt(session_id=session.session_id, prompt=[text]), 60)

    assert "end_turn" == answer.stop_reason
    assert b"a\nB\n" == files_of(root)["a.txt"]
    assert "completed" in {getattr(update, "status", None) for update in editor.updates}
