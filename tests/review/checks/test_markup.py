"""Pages are read for tags that do not end and elements that are not closed or not opened."""

import pytest

from editreview.review.checks.syntax import errors_of_markup


def lines(text: str) -> list[int]:
    return [line for line, _ in errors_of_markup(text)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<p>\n<div>\n</p>\n", 2),
        ("<p>\n</div>\n</p>\n", 2),
        ("<div>\n<span>\n</div>\n", 2),
        ("<div>\n<a href='b'\n</div>\n", 2),
        ('<div>\n<a href="b>c</a>\n<a href="d">e</a>\n</div>\n', 2),
        ("<div>\n</div\n<p>\n", 2),
        ("<p>\n<!-- a\n</p>\n", 2),
        ("<div>\n</li>\n<b>\n</div>\n", 3),
    ],
)
def test_an_error_has_its_line(text: str, line: int) -> None:
    assert line == lines(text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE html><html><head><meta charset='a'><title>A & B < C</title><body><p>a<p>b<br>c",
        "<ul><li>a<li>b</ul><table><tr><td>c<td>d<tr><th>e</table><select><option>f</select>",
        '<div class=\'a\' data-b="c" d e=f @click="g > h" :i=\'j\' #k (l)="m" [n]="o" *p=\'q\'>r</div>',
        "<p>a & b &amp; c < d > e => f && 1 > 0 'it's' \"",
        "<input disabled/><svg><path d='M0 0'/><use href='#a'></use></svg><my-element/>",
        "<!-- a -- <b> --><!--[if IE]><p><![endif]--><![CDATA[x]]><?xml version='1.0'?>",
        "<script>if (a < b) { e('</p><div>'); }</script><style>a > b { c: '<d>' }</style>",
        "<textarea><div></textarea><title><b></title>",
        '<a href="{{ url(\'a\') }}" class="{% if b %}c{% endif %}" {% if d %}e{% endif %} {{ f }}>g</a>',
        "{# <div> #}{{ '<div>' }}<% if a %><p><%= b %></p><% end %>",
        "<A HREF=a>b</a><Div></DIV>",
    ],
)
def test_legal_pages_have_no_error(text: str) -> None:
    assert [] == lines(text)
