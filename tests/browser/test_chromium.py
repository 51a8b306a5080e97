"""The page in a real browser: keys, a click, a paste, and the end."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from tests.browser.chromium import PROGRAM, browsing
from tests.browser.served import serving, wait_until
from tests.builders import block

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium")

_IS_DRAWN = "document.body.classList.contains('-first-byte')"
_HAS_FOCUS = "document.activeElement.classList.contains('xterm-helper-textarea')"
_HAS_ENDED = "getComputedStyle(document.querySelector('.ended')).display === 'block'"


async def test_keys_and_clicks_work_at_once_and_the_page_says_when_the_review_is_over(shop: Path) -> None:
    (shop / "a.txt").write_text("one\ntwo\n")
    answer = shop.parent / "answer.md"
    answer.write_text(block("one\n", "ONE\n", "a.txt") + block("two\n", "TWO\n", "a.txt"))
    with serving(shop, "--json", str(answer)) as served:
        async with browsing(served.address()) as page:
            await page.is_true(_IS_DRAWN)
            # Without a click.
            await page.is_true(_HAS_FOCUS)
            await page.drawn.wait_for("ONE", "0 of 2")
            await page.decide("y", "1 of 2 decided")
            await page.decide("n", "2 of 2 decided")
            await page.press("S")
            await page.drawn.wait_for("staged")
            await page.click("1 +1 −1")
            await page.drawn.wait_for(" 1/2 ━")
            await page.press("q")
            await page.is_true(_HAS_ENDED)
            hosts = {address.split("/")[2] for address in page.addresses if address != "about:blank"}
            assert {served.host} == hosts
            # The script of the terminal says where the focus goes, also when nobody listens any more.
            assert [] == [problem for problem in page.problems if "already in CLOSING" not in problem]
        status, output = await asyncio.to_thread(served.ended)

    assert 1 == status, served.messages
    counts = json.loads(output)["counts"]
    assert (1, 1) == (counts["applied"], counts["rejected"])
    assert "ONE\ntwo\n" == (shop / "a.txt").read_text()


async def test_a_response_pasted_into_the_page_is_reviewed(shop: Path) -> None:
    (shop / "a.txt").write_text("one\n")
    master, slave = os.openpty()
    with serving(shop, data=slave) as served:
        os.close(slave)
        async with browsing(served.address()) as page:
            await page.drawn.wait_for("aste")
            text = json.dumps(block("one\n", "ONE\n", "a.txt"))
            await page.value(
                "{const data = new DataTransfer(); data.setData('text/plain', " + text + ");"
                "document.activeElement.dispatchEvent(new ClipboardEvent('paste', "
                "{clipboardData: data, bubbles: true, cancelable: true}))}"
            )
            await page.drawn.wait_for("enter")
            await page.press("\r")
            # The dialog for the response has its text too.
            await page.drawn.wait_for("exact", "ONE")
            await page.decide("y", "1 of 1 decided")
            await page.press("S")
            await page.drawn.wait_for("1 block written")
            await page.press("q")
            await page.is_true(_HAS_ENDED)
        assert 0 == (await asyncio.to_thread(served.ended))[0], served.messages
    os.close(master)
    assert "ONE\n" == (shop / "a.txt").read_text()


async def test_leaving_the_page_saves_the_review(shop: Path) -> None:
    with serving(shop, str(shop.parent / "answer.md")) as served:
        async with browsing(served.address()) as page:
            await page.drawn.wait_for("0 of 9")
            await page.decide("y", "1 of 9 decided")
            await page.call("Page.navigate", url="about:blank")
            wait_until(lambda: "--resume" in served.messages, lambda: served.messages)
        assert 1 == (await asyncio.to_thread(served.ended))[0]
    assert "1 accepted but not applied" in served.messages
