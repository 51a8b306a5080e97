"""Command line entry point: ``stockroom <report> [sku]``."""
from __future__ import annotations

import argparse

from app import reports
from app.store import Store, StoreError

REPORTS = {
    "stock": reports.stock_report,
    "value": reports.value_report,
    "tags": reports.tag_report,
    "low": reports.low_stock_report,
}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="stockroom")
    parser.add_argument("report", choices=[*REPORTS, "movements"])
    parser.add_argument("sku", nargs="?")
    args = parser.parse_args(argv)

    store = Store()
    try:
        if args.report == "movements":
            if args.sku is None:
                parser.error("movements needs a SKU")
            print(reports.movement_report(store, args.sku), end="")
        else:
            print(REPORTS[args.report](store), end="")
    except StoreError as exc:
        print(f"error: {exc}")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
