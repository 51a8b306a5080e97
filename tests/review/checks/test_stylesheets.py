"""Style sheets are read for brackets, strings and declarations; selectors and at-rules are left alone."""

import pytest

from editreview.review.checks.syntax import errors_of_stylesheet


def lines(text: str) -> list[int]:
    return [line for line, _ in errors_of_stylesheet(text)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a {\n  b: c;\n", 1),
        ("a {\n  b: calc(1px;\n}\n", 2),
        ("a {\n  b: c;\n}\n}\n", 4),
        ("a {\n  b: c\n  d: e;\n}\n", 2),
        ("a {\n  --b: c\n  d: e;\n}\n", 2),
        ("a {\n  b: c;\n  stray word d: e;\n}\n", 3),
        ("a {\n  b: c;\n  d e;\n}\n", 3),
        ("a\n  b: c;\n}\n", 1),
        ("a {\n  b: 'c;\n}\n", 2),
        ("a {\n  b: c;\n}\n/* d\n", 4),
    ],
)
def test_an_error_has_its_line(text: str, line: int) -> None:
    assert line == lines(text)[0]


@pytest.mark.parametrize(
    "text",
    [
        '@charset "utf-8"; @import url("a.css") layer(b) supports(display: grid) screen;',
        "@media (400px <= width <= 700px) { a { b: c } }",
        "@keyframes a { from { b: c } 50.5% { d: e } }",
        "@layer a, b; @layer c.d { e { f: g } }",
        "@container a (min-width: 1px) { b { c: d } }",
        '@page :first { margin: 1in; @top-left { content: "a" } }',
        '@custom-variant dark (&:where(.dark, .dark *)); @source "../a"; @theme { --a: b }',
        ".a { color: red; &:hover { color: blue } > h { i: j } @media print { k: l } }",
        '[type="button" i]:not(.b, #c)::before, a|b, s:nth-child(2n + 1 of .t) { c: d }',
        "a { b: url(c.png); d: url(data:image/png;base64,iVB=); e: url( 'f;}' ) }",
        "a { --b: { c: d }; --e:; --f: g:h; filter: progid:DXImage.x(a='b'); *zoom: 1; _height: 1px }",
        "a { b: c;; d: e; ; color: red ! important }",
        "a { color: if(style(--a: b): red; else: blue); width: --f(1px) }",
        ".md\\:hover\\:c:hover, .\\31 0 { b: 'it\\'s' }",
        "a { @apply hover:b md:c; }",
        "$a: b;\nc { d: $a; }",
        "a { b: c } <!-- d { e: f } -->",
        'a { /* b { */ c: "/* d"; /* ; */ }',
    ],
)
def test_legal_styles_have_no_error(text: str) -> None:
    assert [] == lines(text)
