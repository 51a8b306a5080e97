import argparse
import logging

from .fetch import Fetcher


def build_parser():
    parser = argparse.ArgumentParser(prog="tinycrawler")
    parser.add_argument("url", nargs="+")
    parser.add_argument("--delay", type=float, default=1.0)
    parser.add_argument("--timeout", type=float, default=10.0)
    parser.add_argument("-v", "--verbose", action="store_true")
    return parser


def main(argv=None):
    args = build_parser().parse_args(argv)
    logging.basicConfig(level=logging.DEBUG if args.verbose else logging.INFO)

    fetcher = Fetcher(delay=args.delay, timeout=args.timeout)
    for url in args.url:
        page = fetcher.get(url)
        print(page.status, len(page.body), page.url)
    fetcher.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
