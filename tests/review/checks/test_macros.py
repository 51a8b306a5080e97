"""C with macros: what they make legal is no error, and what no macro makes legal is one."""

import pytest

from editreview.review.checks.syntax import ParsedText, dialect_of, in_one_branch, new_error

REST = "".join(f"static int f{n}(int x)\n{{\n    return x + {n};\n}}\n\n" for n in range(20))
BEFORE = f"{REST}static int last(int x)\n{{\n    return x;\n}}\n\n{REST}"


def is_error(code: str, path: str = "a.c") -> bool:
    """True if code in place of the body of a function is an error."""
    return is_broken(BEFORE, BEFORE.replace("    return x;\n", code), path)


def is_broken(before: str, after: str, path: str) -> bool:
    dialect = dialect_of(path)
    assert dialect is not None
    return new_error(ParsedText(before, dialect), ParsedText(after, dialect)) is not None


@pytest.mark.parametrize("path", ["a.c", "a.cpp"])
@pytest.mark.parametrize(
    "code",
    [
        "    Py_TRASHCAN_BEGIN(self, dealloc)\n    return x;\n    Py_TRASHCAN_END\n",
        "    list_for_each_entry(pos, head, member) {\n        x += pos->x;\n    }\n    return x;\n",
        "    SLIST_FOREACH(kif, &kihead, kifs) {\n        x += 1;\n    }\n    return x;\n",
        "    MAYBE_UNUSED int y = 1;\n    return x + y;\n",
        "    DWORD y = 1;\n    return x + y;\n",
        "    int table[] = {\n        FIRST,\n        SECOND\n    };\n    return table[x];\n",
        "    int y = x\n#if LARGE\n        + BIG\n#else\n        + SMALL\n#endif\n        + 1;\n",
        "    int y[] = {\n0,\n#if NEW\n        ONE\n#else\n        TWO\n#endif\n        | THREE,\n    };\n",
        "#ifdef A\n    if (x)\n#else\n    if (!x)\n#endif\n        return 1;\n    return 0;\n",
        "#ifdef A\n    if (x) {\n#else\n    if (!x) {\n#endif\n        x = 1;\n    }\n    return x;\n",
        "#if 0\n    what was (here\n#elif B\n    x = 1;\n#endif\n    return x;\n",
        "#define TWICE(x) \\\n    for (x) { \\\n        y\n    return x;\n",
        "    const char *_Nonnull text = 0;\n    return x;\n",
    ],
)
def test_macros_and_conditions_of_the_preprocessor_are_legal(code: str, path: str) -> None:
    assert not is_error(code, path)


@pytest.mark.parametrize("path", ["a.c", "a.cpp"])
@pytest.mark.parametrize(
    "code",
    [
        "    return f(x 1);\n",
        "    int y = 1 stray word;\n    return y;\n",
        "    int y[] = {1 2, 3};\n    return y[x];\n",
        "    return x +;\n",
        "    whiel (x) { x--; }}\n    return x;\n",
        "#ifdef A\n    if (x) {\n#endif\n    return x;\n",
    ],
)
def test_what_no_macro_explains_is_an_error(code: str, path: str) -> None:
    assert is_error(code, path)


CLASS = """class Cache {
 public:
  Cache() {}
  explicit Cache(int size) { size_ = size; }
  int get(int n) const { return n; }

 private:
  int size_;
};

Cache *cache(int size) {
  return nullptr;
}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("class Cache {", "class OUR_EXPORT OUR_ATTRIBUTE(owner) Cache {"),
        ("Cache *cache(int size) {", "Cache *absl_nonnull cache(int size ATTRIBUTE_UNUSED) {"),
        ("Cache *cache(int size) {", "Cache *cache(int size)\n    LOCKS_REQUIRED(a, f(\n        b)) {"),
        ("  int size_;", "  template <typename T>\n  bool operator==(T&& other) const = delete;"),
        ("  int size_;", "  bool first_ : 1 {false};\n  bool second_ : 1 = true;"),
        ("int get(int n)", "int get(int n, Traits traits = {})"),
        ("return nullptr;", "return with([x = size, y = {1, 2}](int n) { return n; });"),
        ("return nullptr;", "auto same = [size](int n) ALWAYS_INLINE { return n; };\n  return nullptr;"),
        ("return nullptr;", "return (decltype(Policy<int>::destroy<std::allocator<int>>(0, 0))());"),
        ("Cache *cache(int size) {", "[[nodiscard]] OUR_NOINLINE Cache *\ncache(int size) {"),
    ],
)
def test_code_of_cpp_that_its_parser_rejects_is_legal(old: str, new: str) -> None:
    assert old in CLASS
    assert not is_broken(CLASS, CLASS.replace(old, new), "a.cpp")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("class Cache {", "calss Cache {"),
        ("int get(int n)", "int get(int n int size)"),
        ("  int size_;", "  int size_ stray;"),
        ("return nullptr;", "return with([x = size y = {1, 2}](int n) { return n; });"),
    ],
)
def test_a_lost_comma_or_a_stray_word_in_cpp_is_an_error(old: str, new: str) -> None:
    assert old in CLASS
    assert is_broken(CLASS, CLASS.replace(old, new), "a.cpp")


def test_text_of_cpp_that_could_not_be_parsed_has_errors_only_if_brackets_are_lost() -> None:
    before = CLASS.replace("return", "what is this;\n  return")

    assert not is_broken(before, before.replace("nullptr", "f(1 2)"), "a.cpp")
    assert is_broken(before, before.replace("nullptr", "f(1"), "a.cpp")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("a\n#if X\nb\n#else\nc\n#endif\nd\n", "a\n\nb\n\n\n\nd\n"),
        ("#if 0\na\n#elif B\nb\n#else\nc\n#endif\n", "\n\n\nb\n\n\n\n"),
        ("#if 0\n#if X\na\n#else\nb\n#endif\n#endif\nc\n", "\n" * 7 + "c\n"),
        ("#else\na\n#endif\nb\n", "\na\n\nb\n"),
        ("#if X \\\n  && Y\na\n", "\n\na\n"),
    ],
)
def test_of_each_condition_one_branch_is_read(text: str, rest: str) -> None:
    assert rest == in_one_branch(text)


def test_conditions_may_be_nested_deeply() -> None:
    text = "#if X\n" * 50_000 + "a\n"

    assert "\n" * 50_000 + "a\n" == in_one_branch(text)
