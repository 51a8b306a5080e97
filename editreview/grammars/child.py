"""The process that parses: texts come on standard input, what is found in them goes to standard output.

It is run by path, with the folders to import from as its arguments. It ends when its input does.
"""

import marshal
import sys
from time import process_time


def main() -> None:
    # Only now it is known where they are.
    from editreview.grammars.tree import Syntax, rejected, undeclared

    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            text, language, counts_misplaced, has_tags, seconds = marshal.load(requests)
        except EOFError:
            return
        _end_after(seconds)
        began = process_time()
        tree = Syntax(text, language)
        spans = [node.range() for node in tree.root.children()]
        # The fields of a `Reading`, in order: plain values, since it would take long to import.
        answer = (
            tree.error_lines,
            rejected(tree),
            undeclared(tree),
            tree.crossed_tags if has_tags else (),
            tree.misplaced if counts_misplaced else 0,
            tuple((span.start.line, span.end.line) for span in spans),
            process_time() - began,
        )
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
