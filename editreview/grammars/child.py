"""The process that parses: texts come on standard input, what is found in them goes to standard output.

It is run by path, with the folders to import from as its arguments. It ends when its input does.
"""

import marshal
import sys


def main() -> None:
    from editreview.grammars.findings import findings_of

    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            text, language, counts_misplaced, seconds = marshal.load(requests)
        except EOFError:
            return
        _end_after(seconds)
        answer = findings_of(text, language, counts_misplaced)
        _end_after(0)
        marshal.dump(answer, answers)
        answers.flush()


def _end_after(seconds: float) -> None:
    """End this process, whatever it does, after so many seconds from now; 0 for never.

    The parser holds the interpreter's lock: only the system can end it, or a thread without Python. Where it
    can, the system counts seconds of the processor, so that a busy machine reads what an idle one does.
    """
    if sys.platform != "win32":
        import signal

        # Whoever started the program may have ignored it.
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
    else:
        import faulthandler

        if seconds:
            faulthandler.dump_traceback_later(seconds, exit=True)
        else:
            faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    sys.path[:0] = sys.argv[1:]
    main()
