import logging
import sys

from app.server import Server

logging.basicConfig(level=logging.DEBUG)


def main():
    print("starting")
    server = Server(port=8080)
    server.run()
    print("stopped")


if __name__ == "__main__":
    sys.exit(main())
