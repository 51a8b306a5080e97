import asyncio
import logging

from bot.client import Client
from bot.config import load_config

logging.basicConfig(level=logging.DEBUG)
log = logging.getLogger(__name__)


async def run():
    config = load_config()
    print(config)
    client = Client(config["token"])
    await client.connect()
    while True:
        message = await client.receive()
        print("received", message)
        await client.reply(message)


if __name__ == "__main__":
    asyncio.run(run())
