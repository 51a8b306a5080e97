"""A snippet of arms of a `switch`, `match`, `when` or `case`: each replaces the one with its label."""

import pytest

from editreview.matching import FileIndex, Match, Tier, match_arms

RUST = """\
fn run(op: Op) -> u8 {
    match op {
        Op::Add(a, b) => a + b,
        // The sign
        Op::Neg(a) => {
            let b = 0;
            b - a
        }
        Op::Nop => 0,
        _ => 1
    }
}

fn name(op: Op) -> &str {
    match op {
        Op::Nop => "nop",
        Op::Add(..) => "add",
    }
}
"""
C = """\
void run(int op) {
    switch (op) {
        case ADD:
            a += b;
            break;
        case NEG:
        case MINUS:
            {
                a = -a;
                break;
            }
        default:
            fail();
    }
}
"""
SHELL = """\
case "$1" in
  start)
    run
    ;;
  stop|halt)
    kill "$pid"
    ;;
  *)
    usage
    ;;
esac
"""


def matches_of(
    file: str, snippet: str, path: str, names: tuple[str, ...] = (), words: str = ""
) -> tuple[Match, ...]:
    return match_arms(FileIndex(file), snippet, path, names, words)


def applied(file: str, snippet: str, path: str, names: tuple[str, ...] = (), words: str = "") -> str:
    """The file after a snippet that has one match."""
    (match,) = matches_of(file, snippet, path, names, words)
    assert (("definition",), Tier.FUZZY) == (match.strategies, match.tier)
    return match.change.apply(file)


def test_arms_replace_those_with_their_labels_at_the_depth_of_the_file() -> None:
    snippet = "case ADD:\n  sum();\n  break;\ncase MINUS:\n  a -= 1;\n  break;\n"
    result = applied(C, snippet, "a.c")
    assert "        case ADD:\n            sum();\n            break;\n        case NEG:\n" in result
    assert "        case MINUS:\n            a -= 1;\n            break;\n        default:\n" in result


@pytest.mark.parametrize(
    ("file", "snippet", "path", "expected"),
    [
        (
            "x = when (s) {\n    is A -> 1\n    else -> 0\n}\n",
            "is A -> {\n    2\n}\nis B -> 3\n",
            "a.kt",
            "x = when (s) {\n    is A -> {\n        2\n    }\n    is B -> 3\n    else -> 0\n}\n",
        ),
        (
            "match x:\n    case [1, y]:\n        f(y)\n    case _:\n        g()\n",
            "case [1, y]:\n    h(y)\n",
            "a.py",
            "match x:\n    case [1, y]:\n        h(y)\n    case _:\n        g()\n",
        ),
        (
            "case x\nwhen :a\n  1\nelse\n  2\nend\n",
            "when :a then 3\nelse\n  4\n",
            "a.rb",
            "case x\nwhen :a then 3\nelse\n  4\nend\n",
        ),
        (
            "SELECT CASE\n  WHEN a < 1 THEN 'x'\n  ELSE 'y'\nEND FROM t;\n",
            "WHEN a < 1 THEN 'z'\nWHEN a < 2 THEN 'w'\n",
            "q.sql",
            "SELECT CASE\n  WHEN a < 1 THEN 'z'\n  WHEN a < 2 THEN 'w'\n  ELSE 'y'\nEND FROM t;\n",
        ),
        (
            "switch x {\ncase 1, 2:\n\treturn a\n}\n",
            "case 1, 2, 3:\n\treturn b\n",
            "a.go",
            "switch x {\ncase 1, 2, 3:\n\treturn b\n}\n",
        ),
        (
            "x = switch (o) {\n    case A -> 1;\n    default -> 0;\n};\n",
            "case B -> 2;\ndefault -> 3;\n",
            "A.java",
            "x = switch (o) {\n    case A -> 1;\n    case B -> 2;\n    default -> 3;\n};\n",
        ),
        (
            "case x do\n  {:ok, v} -> v\n  {:error, e} ->\n    raise e\nend\n",
            "{:error, reason} -> log(reason)\n",
            "a.ex",
            "case x do\n  {:ok, v} -> v\n  {:error, reason} -> log(reason)\nend\n",
        ),
        (
            SHELL,
            'stop|halt)\n  kill -9 "$pid"\n  ;;\nrestart)\n  again\n  ;;\n',
            "a.sh",
            SHELL.replace('kill "$pid"\n    ;;', 'kill -9 "$pid"\n    ;;\n  restart)\n    again\n    ;;'),
        ),
    ],
)
def test_every_language_has_its_form_of_arms(file: str, snippet: str, path: str, expected: str) -> None:
    assert expected == applied(file, snippet, path)


def test_the_function_that_words_name_has_the_arms() -> None:
    snippet = "Op::Nop => 7\n"
    assert 2 == len(matches_of(RUST, snippet, "a.rs"))
    assert RUST.replace("Nop => 0", "Nop => 7") == applied(RUST, snippet, "a.rs", ("run",))


def test_the_names_that_a_pattern_binds_do_not_matter_and_comments_above_stay() -> None:
    expected = RUST.replace(
        "Neg(a) => {\n            let b = 0;\n            b - a\n        }", "Neg(x) => 0 - x,"
    )
    assert expected == applied(RUST, "Op::Neg(x) => 0 - x,\n", "a.rs", ("run",))


def test_a_new_arm_goes_beside_the_one_that_words_name_with_the_comma_between() -> None:
    words = "Add this right below `Op::Add`:"
    expected = RUST.replace('"add",\n', '"add",\n        Op::Mul(..) => "mul",\n')
    assert expected == applied(RUST, 'Op::Mul(..) => "mul"\n', "a.rs", ("name", "Op::Add"), words)
    last = RUST.replace("        _ => 1\n", "        _ => 1,\n        Op::Mul(a, b) => a * b,\n")
    assert last == applied(RUST, "Op::Mul(a, b) => a * b\n", "a.rs", ("run",), "Below `_`:")


TYPES = """\
fn run(command: Command) {
    match command {
        Command::Open { path } => open(path),
        Command::Done { id } => finish(id),
    }
}

fn label(status: Status) -> &'static str {
    match status {
        Status::Open => "open",
        Status::Done => "done",
    }
}
"""


@pytest.mark.parametrize(
    "words", ["After the `Command::Done` branch:", "在 `Command::Done` 分支之后加入：", "Add it:"]
)
def test_a_new_arm_goes_to_those_of_its_type(words: str) -> None:
    """`Status::Done` is not what `Command::Done` names, and `Command::Stop` is none of its siblings."""
    done = "        Command::Done { id } => finish(id),\n"
    expected = TYPES.replace(done, f"{done}        Command::Stop {{ id }} => stop(id),\n")

    names = ("Command::Done",) if "Done" in words else ()
    found = matches_of(TYPES, "Command::Stop { id } => stop(id),\n", "a.rs", names, words)

    assert expected == found[0].change.apply(TYPES)


def test_arms_of_a_type_that_the_file_has_no_arms_of_have_no_match() -> None:
    assert () == matches_of(TYPES, 'Shape::Done => "x",\n', "a.rs", ("Shape::Open",), "After `Shape::Open`:")


@pytest.mark.parametrize(
    ("arm", "expected"),
    [
        ("A::C => 2,  // two", "A::C => 2,  // two"),
        ("A::C => 2  // two", "A::C => 2,  // two"),
        ('A::C => "//"', 'A::C => "//",'),
        ("A::C => '\"'  // \"", "A::C => '\"',  // \""),
        ("A::C => 2,\n    // the end", "A::C => 2,\n    // the end"),
        ("A::C => 2\n        // the end", "A::C => 2,\n        // the end"),
        ("A::C => S { a: 1 }", "A::C => S { a: 1 },"),
        ("A::C => S {\n        a: 1,\n    }", "A::C => S {\n        a: 1,\n    },"),
        ("A::C => {\n        f()\n    }", "A::C => {\n        f()\n    }"),
        ("A::C => { f() }", "A::C => { f() }"),
    ],
)
def test_the_comma_between_two_arms_is_before_a_comment_and_not_behind_a_block(
    arm: str, expected: str
) -> None:
    file = f"match a {{\n    A::B => 1,\n    {arm}\n}}\n"
    result = applied(file, "A::D => 3\n", "a.rs", (), "Below `A::C`:")
    assert file.replace(arm, f"{expected}\n    A::D => 3,") == result


def test_an_arm_that_is_no_longer_the_last_or_no_longer_a_block_has_a_comma() -> None:
    file = "match a {\n    B => {\n        1\n    }\n    C => 2  // two\n}\n"
    assert file.replace("{\n        1\n    }", "3,") == applied(file, "B => 3\n", "a.rs")
    expected = file.replace("2  // two", "3,  // three\n    D => 4,")
    assert expected == applied(file, "C => 3  // three\nD => 4\n", "a.rs")
    assert file.replace("2  // two", "3") == applied(file, "C => 3\n", "a.rs")


def test_else_each_boundary_is_a_candidate_and_the_end_comes_first() -> None:
    labels = [match.label for match in matches_of(C, "case MUL:\n    a *= b;\n    break;\n", "a.c")]
    expected = ["above `default`", "above `ADD`", "below `ADD`", "below `NEG`"]
    assert [f"adds `MUL` {place}" for place in expected] == labels


def test_arms_that_several_statements_have_are_told_apart_by_their_lines() -> None:
    labels = [match.label for match in matches_of(RUST, "Op::Nop => return,\n", "a.rs")]
    assert ["replaces `Op::Nop` (L9)", "replaces `Op::Nop` (L16)"] == labels


def test_blank_lines_between_arms_are_those_of_the_file() -> None:
    file = "switch (x) {\n  case 1:\n    a();\n\n  case 2:\n    b();\n}\n"
    snippet = "case 2:\n  c();\ncase 3:\n  d();\n"
    assert file.replace("b();\n", "c();\n\n  case 3:\n    d();\n") == applied(file, snippet, "a.js")


@pytest.mark.parametrize("ends", ["    }\n", "    }\n}\n", "}\n"])
def test_brackets_below_arms_that_close_what_is_around_them_do_not_count(ends: str) -> None:
    new = "        case ABS:\n            a = abs(a);\n            break;\n"
    others = "        default:\n            fail(op);\n"

    assert C.replace("        default:\n            fail();\n", f"{new}{others}") == applied(
        C, f"{new}{others}{ends}", "a.c"
    )


@pytest.mark.parametrize(
    ("snippet", "path"),
    [
        ("stop)\n  kill\n  ;;\n", "a.sh"),  # a part of `stop|halt`
        ("case ADD:\n", "a.c"),  # nothing but a label
        ("case ADD:\n    a();\na = 1;\n", "a.c"),
        ("x = 1;\ncase ADD:\n    a();\n", "a.c"),
        ("case ADD:\n    a();\ncase ADD:\n    b();\n", "a.c"),
        ("case ADD:\n    if (a) {\n", "a.c"),
        ("let f: fn() -> u8 = g;\n", "a.rs"),
        ("case ADD:\n    a();\n", "a.txt"),
        ("\n", "a.c"),
    ],
)
def test_other_snippets_have_no_match(snippet: str, path: str) -> None:
    file = SHELL if path == "a.sh" else C if path == "a.c" else RUST
    assert () == matches_of(file, snippet, path)


@pytest.mark.parametrize(
    "member",
    [
        "private val handler: (Int) -> Unit = ::print",
        "override var Box<Int>.done: () -> Unit",
        "onClick: () -> Unit,",
        "@Inject lateinit var make: (A) -> B",
        "@Composable fun show() -> Int",
    ],
)
def test_members_whose_types_have_arrows_are_no_arms(member: str) -> None:
    file = "class A {\n    private val a: (Int) -> Unit = {}\n    private val b: (Int) -> Unit = {}\n}\n"
    assert () == matches_of(file, f"{member}\n", "a.kt")
    others = "x = when (a) {\n    is A -> 1\n}\n"
    assert () == matches_of(others, f"{member}\n", "a.kt")


def test_a_statement_with_a_label_twice_is_refused() -> None:
    file = "switch (x) {\n  case 1:\n    a();\n  case 1:\n    b();\n}\n"
    assert () == matches_of(file, "case 1:\n  c();\n", "a.js")
