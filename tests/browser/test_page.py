"""`editreview serve`: who may connect, and a review over the connection of its page."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from tests.browser.served import Served, serving, tab, wait_until
from tests.builders import block, git, make_tree
from tests.in_process import run_here

ANSWER = "../answer.md"


@pytest.fixture
def served(shop: Path) -> Iterator[Served]:
    with serving(shop, ANSWER) as running:
        yield running


@pytest.fixture(scope="module")
def unopened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One review for all requests that connect to none: a server of its own would answer each the same."""
    folder = make_tree(tmp_path_factory.mktemp("served") / "tree", {"a.txt": "one\n"})
    make_tree(folder.parent, {"answer.md": block("one\n", "two\n")})
    with serving(folder, ANSWER) as running:
        yield running


@pytest.fixture
async def web() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def refusal(web: aiohttp.ClientSession, address: str, origin: str | None) -> int:
    """The status with which a WebSocket is refused."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await web.ws_connect(address, origin=origin)
    return refused.value.status


class TestGuards:
    async def test_without_the_token_there_is_nothing(
        self, unopened: Served, web: aiohttp.ClientSession
    ) -> None:
        root = f"http://{unopened.host}/"
        for path in ("", "ws", "static/js/textual.js", f"{'x' * 32}/", f"{'x' * 32}/ws", "%ff/"):
            async with web.get(root + path) as response:
                assert (404, path) == (response.status, path)
        assert 404 == await refusal(web, root + "ws", root[:-1])

    async def test_only_the_files_of_the_page_are_served(
        self, unopened: Served, web: aiohttp.ClientSession
    ) -> None:
        address = unopened.address()
        for name in ("page.js", "page.css", "static/js/textual.js", "static/css/xterm.css"):
            async with web.get(address + name) as response:
                assert (200, name) == (response.status, name)
        for name in ("static", "static/", "static/js/", "server.py", "static/..%2fserver.py", "download/1"):
            async with web.get(address + name) as response:
                assert (404, name) == (response.status, name)

    @pytest.mark.parametrize("headers", [{"Host": "attacker.example"}, {"Origin": "http://attacker.example"}])
    async def test_another_site_gets_no_page(
        self, unopened: Served, web: aiohttp.ClientSession, headers: dict[str, str]
    ) -> None:
        async with web.get(unopened.address(), headers=headers) as response:
            assert 403 == response.status
            assert "attacker" not in str(response.headers)

    async def test_another_site_cannot_connect(self, unopened: Served, web: aiohttp.ClientSession) -> None:
        address = unopened.address() + "ws"
        for origin in (
            None,
            "null",
            "http://attacker.example",
            f"https://{unopened.host}",
            "http://127.0.0.1",
        ):
            assert (403, origin) == (await refusal(web, address, origin), origin)

    async def test_a_request_that_is_no_websocket_does_not_use_up_the_connection(
        self, served: Served, web: aiohttp.ClientSession
    ) -> None:
        async with web.get(served.address() + "ws") as response:
            assert 400 == response.status

        async with tab(served) as opened:
            await opened.wait_for("accept")

    async def test_the_page_may_load_nothing_from_elsewhere(
        self, unopened: Served, web: aiohttp.ClientSession
    ) -> None:
        async with web.get(unopened.address()) as response:
            text, headers = await response.text(), response.headers

        assert "default-src 'none'; script-src 'self'" in headers["Content-Security-Policy"]
        assert ("no-referrer", "no-store") == (headers["Referrer-Policy"], headers["Cache-Control"])
        assert f"ws://{unopened.host}/" in text
        assert 1 == text.count("://")

    async def test_a_second_connection_is_refused(self, served: Served, web: aiohttp.ClientSession) -> None:
        async with tab(served) as opened:
            await opened.wait_for("accept")
            origin = f"http://{served.host}"
            assert 409 == await refusal(web, served.address() + "ws", origin)
            async with web.get(served.address()) as response:
                assert 409 == response.status

    @pytest.mark.skipif(
        sys.platform != "linux" or os.getuid() != 0, reason="needs Linux, and root to become another user"
    )
    def test_another_user_of_the_machine_gets_no_page_even_with_the_token(self, unopened: Served) -> None:
        script = (
            "import encodings.idna, os, sys, urllib.error, urllib.request\nos.setuid(65534)\n"
            "try: urllib.request.urlopen(sys.argv[1])\n"
            "except urllib.error.HTTPError as error: print(error.code)"
        )
        environment = {**os.environ, "no_proxy": "127.0.0.1"}
        done = subprocess.run(
            [sys.executable, "-c", script, unopened.address()],
            capture_output=True,
            text=True,
            env=environment,
        )

        assert "403\n" == done.stdout, done.stderr


class TestReview:
    async def test_what_is_accepted_in_the_browser_is_written_and_reported(self, shop: Path) -> None:
        with serving(shop, "--json", ANSWER) as served:
            async with tab(served) as opened:
                await opened.wait_for("accept")
                await opened.decide("A", "7 of 9 decided")
                await opened.press("S")
                await opened.wait_for("staged")
                await opened.press("q")
                await opened.closed()
            status, output = await asyncio.to_thread(served.ended)

        report = json.loads(output)
        assert 1 == status
        assert report["counts"]["applied"] >= 4
        assert "" != git(shop, "diff", "--cached", "--stat")
        assert "--resume" in served.messages

    async def test_the_screen_follows_the_size_of_the_page(self, served: Served) -> None:
        async with tab(served) as opened:
            await opened.wait_for("accept")
            await opened.resize(80, 24)
            await opened.wait_for("accept")
            # Sizes that no page has are drawn at what is possible, and other messages are dropped.
            for text in ('["resize",{"width":-1,"height":1e9}]', '["resize",{"width":0,"height":0}]'):
                await opened.send(text)
            for text in ("", "[", "[]", "{}", '["stdin",1]', '["resize",{}]', '["quit"]', '["stdin"]'):
                await opened.send(text)
            await opened.resize(100, 30)
            await opened.wait_for("accept")

    async def test_a_response_may_still_arrive_while_it_is_reviewed(self, shop: Path) -> None:
        (shop / "a.txt").write_text("one\ntwo\n")
        reading, writing = os.pipe()
        with serving(shop, data=reading) as served:
            os.close(reading)
            async with tab(served) as opened:
                os.write(writing, block("one\n", "ONE\n", "a.txt").encode())
                await opened.wait_for("ONE")
                os.write(writing, block("two\n", "TWO\n", "a.txt").encode())
                os.close(writing)
                await opened.wait_for("0 of 2 decided")
                await opened.decide("A", "2 of 2 decided")
                await opened.press("S")
                await opened.wait_for("staged")
                await opened.press("q")
                await opened.closed()
            assert 0 == served.ended()[0], served.messages
        assert "ONE\nTWO\n" == (shop / "a.txt").read_text()

    async def test_a_response_can_be_pasted_into_the_page(self, shop: Path) -> None:
        (shop / "a.txt").write_text("one\ntwo\n")
        master, slave = os.openpty()
        with serving(shop, data=slave) as served:
            os.close(slave)
            async with tab(served) as opened:
                await opened.wait_for("aste")
                text = "x" * 300_000 + "\n" + block("one\n", "ONE\n", "a.txt")
                await opened.press(f"\x1b[200~{text}\x1b[201~")
                await opened.wait_for("ONE")
        os.close(master)

    async def test_closing_the_tab_saves_the_review(self, served: Served, shop: Path) -> None:
        async with tab(served) as opened:
            await opened.wait_for("accept")
            await opened.press("y")
            await opened.wait_for("1 accepted")
            await opened.close()

        status, _ = await asyncio.to_thread(served.ended)
        assert 1 == status
        assert "1 accepted but not applied" in served.messages
        assert "--resume" in served.messages
        assert "9 blocks, 1 accepted" in sessions(shop)

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    async def test_a_signal_ends_and_saves_the_review(self, served: Served, number: signal.Signals) -> None:
        async with tab(served) as opened:
            await opened.wait_for("accept")
            served.process.send_signal(number)
            await opened.closed()

        assert 130 == served.ended()[0]
        assert "--resume" in served.messages

    async def test_a_review_whose_server_is_killed_saves_itself(self, served: Served, shop: Path) -> None:
        async with tab(served) as opened:
            await opened.wait_for("accept")
            served.process.kill()
            await opened.closed()

        wait_until(lambda: "--resume" in served.messages, lambda: served.messages)
        assert "blocks" in sessions(shop)


class TestNobody:
    def test_a_piped_response_that_nobody_saw_is_saved(self, shop: Path) -> None:
        answer = (shop / ANSWER).resolve()
        with answer.open("rb") as data, serving(shop, "--wait", "1", data=data) as served:
            assert 1 == served.ended()[0]

        assert "no browser connected within 1 second\n" in served.messages
        assert "`editreview --resume` reviews it" in served.messages
        assert "9 blocks" in sessions(shop)

    def test_a_response_in_a_file_need_not_be_saved(self, shop: Path) -> None:
        with serving(shop, "--wait", "1", ANSWER) as served:
            assert 1 == served.ended()[0]

        assert "nothing was reviewed\n" in served.messages
        assert str(shop) not in sessions(shop)

    def test_an_interrupt_before_anybody_came_saves_a_piped_response(self, shop: Path) -> None:
        answer = (shop / ANSWER).resolve()
        with answer.open("rb") as data, serving(shop, data=data) as served:
            served.address()
            served.process.send_signal(signal.SIGINT)
            assert 130 == served.ended()[0]

        assert "9 blocks" in sessions(shop)


class TestUse:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["missing.md"], "cannot read the response missing.md"),
            (["--format", "no-such", ANSWER], "unknown format: no-such"),
            (["--json", "--diff", ANSWER], "only one of --json, --diff"),
            (["--resume"], "no saved review for"),
            (["--theme", "no-such", ANSWER], "no-such"),
        ],
    )
    def test_a_mistake_is_reported_before_there_is_a_page(
        self, shop: Path, arguments: list[str], message: str
    ) -> None:
        ended = run_here(shop, "serve", "--no-open", *arguments)

        assert 2 == ended.status
        assert message in ended.err
        assert "http:" not in ended.err

    def test_a_port_that_is_in_use_is_reported(self, unopened: Served, shop: Path) -> None:
        port = unopened.host.partition(":")[2]
        second = run_here(shop, "serve", "--no-open", "--port", port, ANSWER)

        assert 2 == second.status
        assert f"cannot listen on 127.0.0.1:{port}: Address already in use" in second.err

    def test_a_repository_cannot_replace_the_program_that_it_runs(self, shop: Path) -> None:
        (shop / "editreview").mkdir()
        (shop / "editreview/__init__.py").write_text("raise SystemExit(99)")
        (shop / "json.py").write_text("raise SystemExit(98)")
        script = shop.parent / "start.py"
        script.write_text("from editreview.__main__ import program\nprogram()\n")
        done = subprocess.run(
            [sys.executable, script, "serve", "--no-open", "--wait", "1", ANSWER],
            cwd=shop,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

        assert 1 == done.returncode, done.stderr


def sessions(folder: Path) -> str:
    """The saved reviews, as `editreview sessions` lists them."""
    return run_here(folder, "sessions").out
