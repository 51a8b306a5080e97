import asyncio
import time

from bot.api import send_message

LAST = {}


def is_spam(user):
    now = time.time()
    before = LAST.get(user, 0)
    LAST[user] = now
    return now - before < 2


async def on_message(user, text):
    if is_spam(user):
        return
    await asyncio.sleep(1)
    if text == "/help":
        await send_message(user, "Commands: /help, /time")
    elif text == "/time":
        await send_message(user, time.ctime())
    else:
        await send_message(user, "I do not understand")


async def main(queue):
    while True:
        user, text = await queue.get()
        asyncio.create_task(on_message(user, text))
