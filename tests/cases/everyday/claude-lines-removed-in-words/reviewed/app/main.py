import logging
import sys

from app.server import Server

logging.basicConfig(level=logging.INFO)


def main():
    server = Server(port=8080)
    server.run()
    logging.info("stopped")


if __name__ == "__main__":
    sys.exit(main())
