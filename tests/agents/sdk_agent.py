"""An agent built on the protocol's own package: it asks for one edit, writes it, and repeats its prompt."""

import asyncio
from pathlib import Path
from typing import Any

import acp
from acp.schema import AllowedOutcome, PermissionOption, ToolCallUpdate


class EditingAgent:
    def on_connect(self, conn: Any) -> None:
        self._connection = conn
        self._folder = Path()

    async def initialize(self, protocol_version: int, **others: Any) -> acp.InitializeResponse:
        return acp.InitializeResponse(protocol_version=protocol_version)

    async def new_session(self, cwd: str, **others: Any) -> acp.NewSessionResponse:
        self._folder = Path(cwd)
        return acp.NewSessionResponse(session_id="s")

    async def prompt(self, session_id: str, prompt: Any, **others: Any) -> acp.PromptResponse:
        file = self._folder / "a.txt"
        old, new = file.read_text(), file.read_text().upper()
        call = acp.start_tool_call("t", "Edit a.txt", kind="edit", status="pending")
        await self._connection.session_update(session_id=session_id, update=call)
        answer = await self._connection.request_permission(
            session_id=session_id,
            tool_call=ToolCallUpdate(tool_call_id="t", content=[acp.tool_diff_content(str(file), new, old)]),
            options=[
                PermissionOption(option_id=kind, name=kind, kind=kind)
                for kind in ("allow_once", "reject_once")
            ],
        )
        if isinstance(answer.outcome, AllowedOutcome) and answer.outcome.option_id == "allow_once":
            file.write_text(new)
        words = acp.update_agent_message_text(prompt[0].text)
        await self._connection.session_update(session_id=session_id, update=words)
        return acp.PromptResponse(stop_reason="end_turn")

    async def cancel(self, session_id: str, **others: Any) -> None:
        """Nothing to end."""


if __name__ == "__main__":
    # It has the methods that are called.
    agent: Any = EditingAgent()
    asyncio.run(acp.run_agent(agent))
