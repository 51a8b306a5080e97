"""The message for the model."""

import re
from pathlib import Path

from editreview.language_servers import Diagnosis, Finding
from editreview.review import Decision, Review, Verdict, make_feedback
from tests.builders import NO_SERVERS, block, files_of, make_tree, review_of


def told(folder: Path, files: dict[str, str | bytes], response: str) -> str:
    """The message after everything that goes by itself was written."""
    review = review_of(make_tree(folder, files), response)
    review.accept()
    review.write()
    return make_feedback(review)


def test_feedback_is_empty_if_everything_was_applied_now_or_before(tmp_path: Path) -> None:
    response = block("a\n", "A\n") + block("a\n", "A\n") + block("b\n", "b\n")

    assert "" == told(tmp_path, {"a.txt": "a\nb\n"}, response)


def test_a_block_without_a_match_is_shown_with_the_files_lines(tmp_path: Path) -> None:
    text = "".join(f"this is line {i}\n" for i in range(1, 21))

    message = told(
        tmp_path, {"a.txt": text}, block("this is line ten\n", "x\n") + block("this is line 2\n", "y\n")
    )

    assert (
        "Of your 2 edits, 1 is in the files and 1 was not applied.\n\n"
        "## Block 1: a.txt\n\n"
        "Failed: SEARCH not found in a.txt.\n\n"
        "Your SEARCH:\n\n````\nthis is line ten\n````\n\n"
    ) == message[: message.index("The nearest")]
    assert "this is line 1\n" in message
    assert "Block 2" not in message


def test_the_lines_shown_are_numbered_and_have_their_neighbours(tmp_path: Path) -> None:
    text = "".join(
        f"{word}\n"
        for word in ["one", "two", "three", "four", "the price is right", "six", "seven", "eight", "nine"]
    )

    message = told(tmp_path, {"a.txt": text}, block("the price is wrong\n", "x\n"))

    assert (
        "````\n2 | two\n3 | three\n4 | four\n5 | the price is right\n6 | six\n7 | seven\n8 | eight\n````\n"
        in message
    )


def test_for_an_ambiguous_block_more_context_is_requested(tmp_path: Path) -> None:
    assert (
        "Your edit was not applied.\n\n"
        "## Block 1: a.txt\n\n"
        "Failed: its text has 2 matches: lines 1, 2.\n\n"
        "Provide more surrounding lines, so that the SEARCH matches only once.\n\n"
        "Send only block 1 again, corrected and in the same format.\n"
    ) == told(tmp_path, {"a.txt": "a\na\n"}, block("a\n", "b\n"))


def test_a_malformed_block_is_requested_again(tmp_path: Path) -> None:
    assert (
        "Your edit could not be read.\n\n"
        "## Malformed block for a.txt, at line 2 of your answer\n\n"
        "Missing >>>>>>> REPLACE for the block at line 2. It was read as:\n\n"
        "````\n<<<<<<< SEARCH\na\n=======\nb\n````\n\n"
        "Send only the malformed block again, corrected and in the same format.\n"
    ) == told(tmp_path, {"a.txt": "a\n"}, "a.txt\n<<<<<<< SEARCH\na\n=======\nb\n")


def test_a_rejected_block_has_the_users_reason(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\n"}), block("a\n", "A\n") + block("b\n", "B\n"))
    self_said = {
        review.proposals[0].key: Decision(Verdict.REJECTED, reason="keep the name"),
        review.proposals[1].key: Decision(Verdict.REJECTED),
    }
    review.decide(self_said)

    assert (
        "None of your 2 edits was applied.\n\n"
        "## Block 1: a.txt\n\nRejected: keep the name.\n\n"
        "The lines that it would change, with line numbers:\n\n````\n1 | a\n2 | b\n````\n\n"
        "## Block 2: a.txt\n\nRejected.\n\n"
        "The lines that it would change, with line numbers:\n\n````\n1 | a\n2 | b\n````\n\n"
        "Change block 1 as the user says, or leave it out.\n\n"
        "Do not send block 2 again.\n"
    ) == make_feedback(review)


def test_during_the_review_undecided_blocks_are_omitted(tmp_path: Path) -> None:
    response = block("a\n", "A\n") + block("b\n", "B\n") + block("nowhere\n", "C\n")
    review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\n"}), response)
    review.decide({review.proposals[0].key: review.acceptance(review.proposals[0])})

    message = make_feedback(review, is_under_way=True)

    assert message.startswith(
        "Of your 3 edits, 2 are still under review and 1 was not applied.\n\n## Block 3: a.txt"
    )
    review.log.undo()
    assert "" == make_feedback(review_of(tmp_path, block("a\n", "A\n")), is_under_way=True)


def test_a_dry_run_omits_blocks_that_would_be_applied(tmp_path: Path) -> None:
    review = Review.open(make_tree(tmp_path, {"a.txt": "a\nb\n"}))
    review.read(block("a\n", "A\n") + block("", "new\n"))
    review.accept()
    review.prepare()

    message = make_feedback(review, dry_run=True)

    assert "Block 1" not in message
    assert "## Block 2: a.txt" in message


def test_lines_with_a_fence_do_not_end_the_excerpt(tmp_path: Path) -> None:
    message = told(
        tmp_path, {"a.md": "`````\nthe price is right\n`````\n"}, block("the price is wrong\n", "x\n", "a.md")
    )

    assert "``````\n1 | `````\n" in message


def test_the_nearest_lines_are_shown_with_their_differences(tmp_path: Path) -> None:
    assert "The nearest lines of the file (83% alike: 0 of 1 line equal, 1 differs in 1 word), with" in told(
        tmp_path, {"a.txt": "the price is right\n"}, block("the price is wrong\n", "x\n")
    )


def test_for_a_block_whose_text_is_in_another_file_only_that_file_is_named(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"a.txt": "the price was right\n", "b.txt": "x\nthe price is wrong\n"}

    assert (
        "Your edit was not applied.\n\n"
        "## Block 1: a.txt\n\n"
        "Failed: SEARCH not found in a.txt, but in b.txt at line 2.\n\n"
        "Send only block 1 again, corrected and in the same format.\n"
    ) == told(tmp_path, files, block("the price is wrong\n", "x\n"))


class TestMerging:
    """Failed blocks that had better be one."""

    TEXT = "".join(f"{word} = compute({number})\n" for number, word in enumerate("abcdefghijklmnop"))
    SENTENCE = "are about the same lines or build on each other: send them as one block."

    def told(self, folder: Path, *searches: str) -> str:
        response = "".join(block(f"{search}\n", f"{search} + 1\n") for search in searches)
        return told(folder, {"a.txt": self.TEXT}, response)

    def test_those_within_three_lines_of_each_other_are_named(self, tmp_path: Path) -> None:
        message = self.told(tmp_path, "a = computes(0)", "d = computes(3)", "k = computes(10)")

        assert f"\nBlocks 1 and 2 {self.SENTENCE}\n" in message

    def test_a_row_of_them_is_one_group(self, tmp_path: Path) -> None:
        message = self.told(tmp_path, "g = computes(6)", "a = computes(0)", "d = computes(3)")

        assert f"\nBlocks 1, 2 and 3 {self.SENTENCE}\n" in message

    def test_those_further_apart_are_not(self, tmp_path: Path) -> None:
        assert self.SENTENCE not in self.told(tmp_path, "a = computes(0)", "e = computes(4)")

    def test_those_in_different_files_are_not(self, tmp_path: Path) -> None:
        response = block("a = computes(0)\n", "x\n") + block("a = computes(0)\n", "x\n", "b.txt")

        assert self.SENTENCE not in told(tmp_path, {"a.txt": self.TEXT, "b.txt": self.TEXT}, response)

    def test_one_that_was_applied_is_not(self, tmp_path: Path) -> None:
        assert self.SENTENCE not in self.told(tmp_path, "a = compute(0)", "b = computes(1)")


def test_a_block_that_only_resembles_the_file_comes_with_the_lines_it_is_like(tmp_path: Path) -> None:
    """The model can then quote what is really there."""
    text = "def area(width, height):\n    size = width * height\n    return size\n"
    typo = text.replace("area", "aera")

    message = told(tmp_path, {"a.py": text}, block(typo, typo.replace("*", "+"), "a.py"))

    assert "Not applied: only similar text was found.\n" in message
    assert "The most similar lines of the file (98% alike), with line numbers:\n\n````\n1 | def" in message


def test_a_failed_block_that_was_rejected_keeps_its_reason(tmp_path: Path) -> None:
    review = review_of(
        make_tree(tmp_path, {"a.txt": "the price is right\n"}), block("the price is wrong\n", "x\n")
    )
    review.decide({review.proposals[0].key: Decision(Verdict.REJECTED, reason="look again")})

    message = make_feedback(review)

    assert "Rejected: look again; 0 of 1 SEARCH lines found" in message or (
        "Rejected: look again; SEARCH not found in a.txt.\n" in message
    )
    assert "Your SEARCH:\n\n````\nthe price is wrong\n````\n" in message
    assert "1 | the price is right\n" in message


def test_a_block_that_needs_a_rejected_one_names_the_user(tmp_path: Path) -> None:
    response = block("alpha beta\n", "gamma delta\n") + block("gamma delta\n", "x\n")
    review = review_of(make_tree(tmp_path, {"a.txt": "alpha beta\n"}), response)
    for path in review.decide({review.proposals[0].key: Decision().rejected()}):
        review.replan(path)

    assert "Failed: needs block 1, which the user rejected.\n" in make_feedback(review)


def test_the_cause_of_a_withheld_block_is_named_with_its_line(tmp_path: Path) -> None:
    message = told(tmp_path, {"a.py": "x = 1\n"}, block("x = 1\n", "x = (\n", "a.py"))

    assert (
        "Not applied: it would introduce a syntax error.\n\n"
        "- introduces a syntax error: line 1: '(' was never closed, in `x = (`\n"
    ) in message


def test_what_is_there_already_is_counted_apart(tmp_path: Path) -> None:
    response = block("nowhere\n", "x\n") + block("x\n", "x\n") + block("b\n", "B\n")

    message = told(tmp_path, {"a.txt": "a\nb\n"}, response)

    assert message.startswith(
        "Of your 3 edits, 1 is in the files, 1 was already there and 1 was not applied.\n"
    )


def test_after_a_dry_run_edits_could_be_applied(tmp_path: Path) -> None:
    review = review_of(
        make_tree(tmp_path, {"a.txt": "a\nb\n"}), block("a\n", "A\n") + block("nowhere\n", "x\n")
    )
    review.accept()
    review.prepare()

    assert "Of your 2 edits, 1 could be applied and 1 was not applied." in make_feedback(review, dry_run=True)


def test_a_foreign_root_is_named_once(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"src/a.py": "def first():\n    return 1\n", "src/b.py": "x\n"}
    response = block("def first():\n    return 1\n", "x\n", "/w/repo/src/a.py") + block(
        "nowhere\n", "y\n", "/w/repo/src/b.py"
    )

    message = told(tmp_path, files, response)

    assert 1 == message.count(
        "The root of the project is /w/repo in your paths: write paths relative to it.\n"
    )


def test_a_round_trip(tmp_path: Path) -> None:
    """A model that takes the feedback at its word sends only what failed, and all of it applies."""
    files: dict[str, str | bytes] = {
        "shop.py": "def total(cart):\n    net = sum(cart)\n    return net * RATE\n\n\nRATE = 1.19\n",
        "notes.md": "# Notes\n",
    }
    response = (
        block("RATE = 1.19\n", "RATE = 1.2\n", "shop.py")
        + block("    net = sum(prices)\n    return net * RATES\n", "    return sum(cart) * RATE\n", "shop.py")
        + "notes.md\n<<<<<<< SEARCH\n# Notes\n=======\n# Prices\n"
    )
    review = review_of(make_tree(tmp_path, files), response)
    review.accept()
    review.write()

    feedback = make_feedback(review)
    assert feedback.endswith(
        "Send only block 2 and the malformed block again, corrected and in the same format.\n"
    )
    numbered = re.findall(r"^ *\d+ \| (.*)$", feedback.split("## Block 2")[1], re.MULTILINE)
    real = [line for line in numbered if "net" in line]
    (malformed,) = re.findall(r"````\n(<<<<<<< SEARCH\n.*?)````\n", feedback, re.DOTALL)
    review.begin()
    review.read(
        block("".join(f"{line}\n" for line in real), "    return sum(cart) * RATE\n", "shop.py")
        + f"notes.md\n{malformed}>>>>>>> REPLACE\n"
    )
    review.accept()
    review.write()

    assert {
        "shop.py": b"def total(cart):\n    return sum(cart) * RATE\n\n\nRATE = 1.2\n",
        "notes.md": b"# Prices\n",
    } == files_of(tmp_path)


def test_what_language_servers_find_in_an_applied_block_is_to_be_corrected(tmp_path: Path) -> None:
    """With the line that it is about."""
    review = review_of(make_tree(tmp_path, {"a.py": "x = 1\n"}), block("x = 1\n", "x = y\n", "a.py"))
    found = Finding(0, "Undefined name `y`", True, "F821", "Ruff")
    review.show_diagnosis(review.question(), Diagnosis({"a.py": (found,)}), NO_SERVERS)
    review.accept()
    review.write()

    assert (
        "Your edits are in the files.\n\n"
        "Checks found new problems in them. Correct these in further edits:\n\n"
        "## Block 1: a.py\n\n"
        "- line 1: Undefined name `y` (Ruff F821), in `x = y`\n"
    ) == make_feedback(review)


def test_with_failed_blocks_the_last_sentence_asks_for_both(tmp_path: Path) -> None:
    response = block("x = 1\n", "x = y\n", "a.py") + block("nothing like it\n", "z\n", "a.py")
    review = review_of(make_tree(tmp_path, {"a.py": "x = 1\n"}), response)
    found = Diagnosis({"a.py": (Finding(0, "Undefined name `y`", True),)})
    review.show_diagnosis(review.question(), found, NO_SERVERS)
    review.accept()
    review.write()

    message = make_feedback(review)
    assert "Checks found new problems in the edits that are in the files." in message
    assert message.endswith(
        "Send only block 2 again, corrected and in the same format, "
        "and further edits for the problems that checks found.\n"
    )


def test_a_block_that_needs_the_users_permission_is_not_requested_again(tmp_path: Path) -> None:
    message = told(tmp_path, {".env": "a=1\n"}, block("a=1\n", "a=2\n", ".env"))

    assert "Not applied: its file is changed only with your permission." in message
    assert "again" not in message
