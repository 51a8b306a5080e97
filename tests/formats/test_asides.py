"""The edits of thinking, comments and quotations are offers, never blocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Code, EditBlock, OfferKind, Problem, Prose, Retraction
from editreview.formats import parse
from editreview.formats.reader import collected
from tests.builders import block, interpretations_of
from tests.streams import in_pieces

DRAFT = block("a\n", "draft\n", "draft.py")
ANSWER = block("a\n", "b\n", "answer.py")


def paths(text: str) -> list[str | None]:
    return [b.path_written for b in parse(text).blocks]


def offers(text: str) -> list[tuple[str | None, OfferKind | None]]:
    return [(b.path_written, b.offer.kind if b.offer else None) for b in parse(text).offers]


def quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


ASIDES = [
    f"<think>\n{DRAFT}</think>\n",
    f"<thinking>\n{DRAFT}</thinking>\n",
    f"<reasoning>\nHm.\n{DRAFT}\n</reasoning>\n",
    f"<thinking-content-7bbeb8e1>\n{DRAFT}</thinking-content-7bbeb8e1>\n",
    f"  <THINK>Hm.\n{DRAFT}So be it.</THINK>\n",
    f"<scratchpad>\n{DRAFT}</scratchpad>\n",
    f'<think effort="high">\n{DRAFT}</think>\n',
    f"<seed:think>\n{DRAFT}</seed:think>\n",
    f"<antThinking>\n{DRAFT}</antThinking>\n",
    f"<analysis>\n{DRAFT}</analysis>\n",
    f"◁think▷\n{DRAFT}◁/think▷\n",
    f"[THINK]\n{DRAFT}[/THINK]\n",
    f"<|begin_of_thought|>\n{DRAFT}<|end_of_thought|>\n",
    f"<|channel|>analysis<|message|>\n{DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>\n",
    f'<details type="reasoning" done="true">\n{DRAFT}</details>\n',
    f"<think>\nfirst <think>a thought</think>\n{DRAFT}</think>\n",
    f"<think>\n<scratchpad>\nx\n</scratchpad>\n{DRAFT}</think>\n",
    f'<think>\nIt ends with `</think>`, or "</think>", then:\n{DRAFT}</think>\n',
    f"<think>\nThe </think> tag is what the parser looks for.\n{DRAFT}</think>\n",
    f"Well. <think>Perhaps:\n{DRAFT}</think>\n",
    f"Perhaps:\n{DRAFT}\n</think>\n",
    f"Perhaps:\n{DRAFT}\nThat should do.</think>\n",
    f"<!--\n{DRAFT}-->\n",
    f"<!-- not yet:\n\n{DRAFT}\n-->\n",
    f"<quote>\n{DRAFT}</quote>\n",
    f"<example>\n{DRAFT}</example>\n",
    quoted(f"Earlier:\n{DRAFT}"),
]


DRAFTS = [
    f"<draft>\n{DRAFT}</draft>\n",
    f"<plan>\n{DRAFT}</plan>\n",
    f'<PLAN id="1">\n1. So:\n{DRAFT}\n2. Done.\n</PLAN>\n',
    f"<old_approach>\n{DRAFT}</old_approach>\n",
]


class TestDrafts:
    @pytest.mark.parametrize("draft", DRAFTS)
    def test_an_edit_between_the_tags_of_a_draft_is_an_offer(self, draft: str) -> None:
        for text in (draft + ANSWER, ANSWER + draft):
            assert (["answer.py"], [("draft.py", OfferKind.THINKING)]) == (paths(text), offers(text))

    @pytest.mark.parametrize("draft", DRAFTS)
    def test_it_is_the_same_however_the_stream_is_cut(self, draft: str) -> None:
        text = ANSWER + draft + ANSWER

        assert collected(in_pieces(text, list(range(len(text))))) == parse(text)

    def test_code_without_a_path_between_the_tags_of_a_draft_is_an_offer(self) -> None:
        text = f"<plan>\n```python\nx = 1\n```\n</plan>\n\n{ANSWER}"
        (retraction,) = [item for item in in_pieces(text, []) if isinstance(item, Retraction)]

        assert (OfferKind.THINKING, (2,)) == (retraction.offer.kind, retraction.code)

    @pytest.mark.parametrize(
        "words", ["<plan>\n1. change x", "The file begins with\n\n<plan>\n\nand so on.", "</plan>"]
    )
    def test_a_tag_of_a_draft_without_the_other_one_hides_nothing(self, words: str) -> None:
        text = f"{words}\n\n{ANSWER}"

        assert (["answer.py"], []) == (paths(text), offers(text))


class TestAsides:
    def test_what_is_above_the_end_of_thinking_in_a_terminal_is_an_offer(self) -> None:
        text = f"Thinking...\nPerhaps:\n\n{DRAFT}\n...done thinking.\n\n{ANSWER}"

        assert (["answer.py"], ["draft.py"]) == (paths(text), [path for path, _ in offers(text)])

    @pytest.mark.parametrize("aside", ASIDES)
    def test_an_edit_in_an_aside_is_an_offer_numbered_after_the_blocks(self, aside: str) -> None:
        before = [] if aside.startswith("Perhaps") else [ANSWER + aside]
        for text in (aside + ANSWER, *before):
            parsed = parse(text)

            assert ["answer.py"] == [b.path_written for b in parsed.blocks]
            assert ["draft.py"] == [b.path_written for b in parsed.offers]
            if not aside.startswith("Perhaps"):
                assert ([1], [2]) == ([b.number for b in parsed.blocks], [b.number for b in parsed.offers])

    @pytest.mark.parametrize("aside", ASIDES)
    def test_it_is_an_offer_even_if_there_is_no_other_edit(self, aside: str) -> None:
        text = f"Here you are.\n{aside}That is all.\n"

        assert ([], ["draft.py"]) == (paths(text), [path for path, _ in offers(text)])

    @pytest.mark.parametrize("aside", ASIDES)
    def test_a_malformed_edit_in_the_answer_is_a_problem(self, aside: str) -> None:
        parsed = parse(f"{aside}a.py\n<<<<<<< SEARCH\ncut off")

        assert ((), 1) == (parsed.blocks, len(parsed.problems))

    def test_commands_and_problems_in_asides_are_dropped(self) -> None:
        parsed = parse("<think>\n```bash\nrm x\n```\n<<<<<<< SEARCH\nx\n</think>\nDone.\n")

        assert ((), (), ()) == (parsed.blocks, parsed.problems, parsed.commands)

    def test_edits_of_several_asides_come_in_order_with_the_lines_of_the_response(self) -> None:
        text = f"Hi\n{ASIDES[0]}so\n{quoted(ANSWER)}bye\n"
        parsed = parse(text)

        assert [(1, "draft.py", (4, 8)), (2, "answer.py", (12, 16))] == [
            (b.number, b.path_written, b.lines) for b in parsed.offers
        ]
        assert [(1, 3), (9, 11), (17, 17)] == [prose.lines for prose in parsed.prose]

    def test_one_quotation_mark_is_stripped_from_each_line(self) -> None:
        (found,) = parse(quoted(block("> a\n\n", "    b\n"))).offers

        assert [("> a\n\n", "    b\n")] == [(r.search, r.replace) for r in interpretations_of(found)]

    def test_thinking_that_never_ends_goes_to_the_end(self) -> None:
        assert [("draft.py", OfferKind.THINKING), ("answer.py", OfferKind.THINKING)] == offers(
            f"<think>\n{DRAFT}{ANSWER}"
        )

    def test_the_kind_of_an_offer_is_that_of_its_aside(self) -> None:
        assert [("draft.py", OfferKind.QUOTATION)] == offers(quoted(DRAFT))
        assert [("draft.py", OfferKind.COMMENT)] == offers(f"<!--\n{DRAFT}-->\n")
        assert [("draft.py", OfferKind.THINKING)] == offers(f"{DRAFT}</think>\n{ANSWER}")

    def test_an_end_tag_without_an_opening_one_drops_the_problems_before_it(self) -> None:
        parsed = parse(f"<<<<<<< SEARCH\nx\n>>>>>>> REPLACE\nNo.\n</think>\n{ANSWER}")

        assert ((), ["answer.py"]) == (parsed.problems, [b.path_written for b in parsed.blocks])

    @pytest.mark.parametrize(
        "said",
        [
            "Reads a `<think>` tag and skips to `</think>`.",
            "The <think> tag opens it, and the </think> tag ends it.",
            'It looks for "<think>" at the start.',
            "I dropped the <think> parsing.",
            "I made <scratchpad>, <think> and </think> equal.",
            'Use re.sub(r"<think>.*?</think>", "", text) for it.',
            "<!-- src/answer.py -->",
            "See [think](https://example.org).",
        ],
    )
    def test_a_tag_that_is_only_mentioned_is_ignored(self, said: str) -> None:
        for text in (f"{said}\n\n{ANSWER}", f"{ANSWER}\n{said}\n"):
            assert (["answer.py"], []) == (paths(text), offers(text))

    def test_text_after_the_end_tag_of_thinking_belongs_to_the_answer(self) -> None:
        assert ["answer.py"] == paths(f"<think>\n{DRAFT}</think>{ANSWER}")
        assert ["answer.py"] == paths(f"<think></think>{ANSWER}")

    def test_a_path_in_thinking_is_not_used_for_the_answer(self) -> None:
        parsed = parse("<think>\nIt is a.py\n</think>\n\n```python\nx\n```\n")

        assert () == parsed.blocks

    def test_a_tag_inside_a_block_or_a_fence_is_text(self) -> None:
        assert ["x.py", "answer.py"] == paths(block("<think>\n", "<think>\n", "x.py") + ANSWER)
        assert ["answer.py"] == paths(f"```html\n<think>\n```\n{ANSWER}")

    def test_a_quoted_path_above_a_block_is_its_path(self) -> None:
        assert ["a.py"] == paths(
            f"> a.py\n{block('a', 'b', None)}".replace("a===", "a\n===").replace("b>", "b\n>")
        )

    def test_a_whole_file_may_be_in_an_aside(self) -> None:
        assert [("a.py", OfferKind.THINKING)] == offers("<think>\na.py\n```python\nx\n```\n</think>\n")


LINES = st.sampled_from(
    [
        *("<think>", "</think>", "<think>x</think>a.py", "> ", "> <think>", ">", "> > a", "a.py", "> a.py"),
        *("```", "> ```", "<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "> <<<<<<< SEARCH", "> ======="),
        *("> >>>>>>> REPLACE", "", "x", "<!--", "-->", "<!-- a -->", "x <think>y", "x</think>", "◁think▷"),
        *("Wait, that was wrong, ignore it.", "Ignore the edit above.", "`</think>`"),
    ]
)


class TestStreams:
    @given(st.lists(LINES, max_size=30))
    def test_the_items_are_the_same_however_the_stream_is_cut(self, lines: list[str]) -> None:
        text = "\n".join(lines)
        whole = in_pieces(text, [])

        assert collected(whole) == parse(text)
        assert whole == in_pieces(text, list(range(len(text))))

    @given(st.lists(LINES, max_size=30))
    def test_without_commands_every_line_belongs_to_one_item(self, lines: list[str]) -> None:
        at = 1
        for item in in_pieces("".join(line + "\n" for line in lines), []):
            # The code of a block may be an item too.
            if isinstance(item, Retraction) or (isinstance(item, Code) and item.lines[1] < at):
                continue
            assert isinstance(item, Code | EditBlock | Problem | Prose)
            first = item.line if isinstance(item, Problem) else item.lines[0]
            last = first + item.text.count("\n") - 1 if isinstance(item, Problem) else item.lines[1]
            assert at == first
            at = last + 1

        assert len(lines) + 1 == at

    def test_ten_thousand_quotations_are_read(self) -> None:
        assert 2_000 == len(parse((quoted(DRAFT) + "\n\n") * 2_000).offers)


_EDIT_OF_A = "Update `a.py`:\n\n```python\nx = 1\n```\n"
_EDIT_OF_B = "In `b.py`:\n\n```python\ny = 2\n```\n"
_IN_DOCUMENT = f"# Fix\n\n{_EDIT_OF_A}\n{_EDIT_OF_B}\nThat is all.\n"


class TestAnswersInADocument:
    @pytest.mark.parametrize("marks", ["```", "````", "~~~"])
    @pytest.mark.parametrize("above", ["", "\n\n", "Here it is:\n\n"])
    @pytest.mark.parametrize("below", ["", "\n\nTell me if it works.\n"])
    def test_their_edits_are_read_with_the_lines_of_the_response(
        self, marks: str, above: str, below: str
    ) -> None:
        text = f"{above}{marks}markdown\n{_IN_DOCUMENT}{marks}\n{below}"

        parsed = parse(text)
        found = sorted((*parsed.blocks, *parsed.offers), key=lambda each: each.lines)

        lines = text.splitlines()
        assert ["x = 1", "y = 2"] == [lines[each.lines[0]] for each in found]
        assert ("a.py", OfferKind.EXAMPLE) == offers(text)[0]

    def test_all_edits_are_offers_in_a_fence_that_may_have_others(self) -> None:
        text = f"````markdown\n{_IN_DOCUMENT}````\n"

        assert [("a.py", OfferKind.EXAMPLE), ("b.py", OfferKind.EXAMPLE)] == offers(text)
        assert [] == paths(text)

    def test_below_a_fence_that_ends_it_an_edit_is_a_block(self) -> None:
        text = f"```markdown\n{_IN_DOCUMENT}```\n"

        assert [("a.py", OfferKind.EXAMPLE)] == offers(text)
        assert ["b.py"] == paths(text)

    def test_the_edits_of_a_document_beside_an_edit_are_text(self) -> None:
        text = f"{ANSWER}\nFor the issue:\n\n````markdown\n{_IN_DOCUMENT}````\n"

        assert ["answer.py"] == paths(text)
        assert [] == offers(text)

    def test_a_file_that_is_a_document_is_one_block(self) -> None:
        assert ["README.md"] == paths(f"README.md\n````markdown\n{_IN_DOCUMENT}````\n")
        assert [] == offers(f"README.md\n````markdown\n{_IN_DOCUMENT}````\n")

    def test_an_edit_of_another_aside_is_no_second_offer(self) -> None:
        text = f"```markdown\n# Notes\n```\n\n<!--\n{DRAFT}-->\n"

        assert [("draft.py", OfferKind.COMMENT)] == offers(text)

    def test_an_open_document_has_its_edits_too(self) -> None:
        assert ["a.py", "b.py"] == [path for path, _ in offers(f"````markdown\n{_IN_DOCUMENT}")]

    @pytest.mark.parametrize("text", ["```markdown", "~~~md\n", "```markdown\n" * 3_000])
    def test_fences_of_documents_without_text_have_none(self, text: str) -> None:
        assert [] == offers(text)

    def test_they_do_not_depend_on_the_pieces_in_which_a_response_arrives(self) -> None:
        text = f"Here:\n\n```markdown\n{_IN_DOCUMENT}```\n"

        for size in (1, 7, 50):
            assert parse(text) == collected(in_pieces(text, [*range(0, len(text), size)]))


_FILE_OF_USER = "Here is my file:\n\na.py\n```python\nx = 1\n```\n\nHow does it print?\n"
_ANSWER_TO_IT = "Like this:\n\nb.py\n```python\ny = 1\n```\n"


class TestTurnsOfAChat:
    """A page that was copied with the question."""

    @pytest.mark.parametrize(
        ("user", "model"),
        [
            ("You said:\n", "ChatGPT said:\n"),
            ("## User\n\n", "## Assistant\n\n"),
            ("**You:** ", "**Claude:** "),
            ("**You**\n\n", "**Gemini**\n\n"),
            ("User: ", "Assistant: "),
            ("Human: ", "Assistant: "),
            ("### Prompt:\n\n", "### Response:\n\n"),
            ("👤 You:\n", "🤖 ChatGPT:\n"),
            ("Du hast gesagt:\n", "ChatGPT hat gesagt:\n"),
            ("Vous avez dit :\n", "ChatGPT a dit :\n"),
            ("Você disse:\n", "O ChatGPT disse:\n"),
            ("你说：\n", "ChatGPT 说：\n"),
            ("<user>\n", "</user>\n<assistant>\n"),
        ],
    )
    def test_the_edits_of_the_users_message_are_offers(self, user: str, model: str) -> None:
        text = user + _FILE_OF_USER + model + _ANSWER_TO_IT

        assert ["b.py"] == paths(text)
        assert [("a.py", OfferKind.USER)] == offers(text)

    def test_a_page_may_have_several(self) -> None:
        again = _FILE_OF_USER.replace("a.py", "c.py")
        chat = "".join(
            f"You said:\n{question}ChatGPT said:\n{_ANSWER_TO_IT}" for question in (_FILE_OF_USER, again)
        )

        assert ["b.py", "b.py"] == paths(chat)
        assert ["a.py", "c.py"] == [path for path, _ in offers(chat)]

    def test_all_above_the_first_head_that_says_who_answers_is_of_the_user(self) -> None:
        assert [("a.py", OfferKind.USER)] == offers(f"{_FILE_OF_USER}ChatGPT said:\n{_ANSWER_TO_IT}")

    @pytest.mark.parametrize(
        "text",
        [
            f"Two files change.\n\n## User\n\n{_FILE_OF_USER}\n## Assistant\n\n{_ANSWER_TO_IT}",
            f"## User\n\n{_FILE_OF_USER}\n**Assistant:** fine.\n\n{_ANSWER_TO_IT}",
            f"## User\n\n{_FILE_OF_USER}\n## Order\n\n{_ANSWER_TO_IT}",
            f"User: {_FILE_OF_USER}\nOrder: {_ANSWER_TO_IT}",
            f"{_FILE_OF_USER}\n## Assistant\n\n{_ANSWER_TO_IT}",
            f"a.py\n```text\nYou said:\n```\n\nChatGPT says:\n\n{_ANSWER_TO_IT}",
        ],
    )
    def test_the_sections_of_an_answer_are_no_turns(self, text: str) -> None:
        assert ["a.py", "b.py"] == paths(text)

    def test_a_sentence_about_a_model_in_an_answer_is_no_head(self) -> None:
        assert ["answer.py"] == paths(f"{ANSWER}\nCopilot said: use two blocks. I agree.\n")

    def test_turns_and_retractions_are_read_in_their_order(self) -> None:
        text = f"You said:\n{ANSWER}\nActually, scrap that.\n\nChatGPT said:\n{_ANSWER_TO_IT}"

        assert parse(text) == collected(in_pieces(text, [*range(len(text))]))

    @pytest.mark.parametrize("head", ["ChatGPT said:\n", "ChatGPT said:\n\n", "ChatGPT said: "])
    def test_the_answer_begins_below_its_head(self, head: str) -> None:
        text = f"You said:\n{_FILE_OF_USER}{head}In `b.py`:\n\n```python\ny = 1\n```\n"

        assert ["b.py"] == paths(text)

    def test_code_of_the_user_without_a_file_is_retracted(self) -> None:
        text = f"You said:\nI have:\n\n```python\nx = 1\n```\n\nChatGPT said:\n{_ANSWER_TO_IT}"

        (code,) = parse(text).code
        assert code.retraction is not None
        assert OfferKind.USER is code.retraction.kind
