import asyncio
import logging
import os

from handlers import on_message

TOKEN = os.environ["BOT_TOKEN"]
TIMEOUT = 10

logger = logging.getLogger(__name__)


async def poll(client):
    while True:
        for update in await client.updates(timeout=TIMEOUT):
            await on_message(update)


def main():
    client = Client(TOKEN)
    asyncio.run(poll(client))


if __name__ == "__main__":
    main()
