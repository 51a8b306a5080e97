"""Texts that are whole files by their form, or by what they lack."""

import pytest

from editreview.matching import (
    FileIndex,
    Mismatch,
    begins_file_again,
    is_document,
    leaves_unused_imports,
    match_definitions,
)

TWO_STAGES = (
    "FROM node:20 AS build\nRUN npm run build\n\nFROM nginx:1.20\nCOPY --from=build /dist /html\nCMD nginx\n"
)
TWO_IMAGES = "FROM node:20 AS dev\nCMD npm run dev\n\nFROM node:20 AS prod\nCMD npm start\n"


class TestDocuments:
    @pytest.mark.parametrize(
        ("path", "text"),
        [
            ("Dockerfile", "FROM node:20\nRUN npm ci\nCMD npm start\n"),
            ("docker/api.Dockerfile", "# syntax=docker/dockerfile:1\nARG V=20\nFROM node:$V\nENTRYPOINT x\n"),
            ("Containerfile", 'FROM node:20 AS a\n\nFROM a\nCMD [\\\n  "node", \\\n  "a.js"]\n'),
            ("index.html", "<!DOCTYPE html>\n<html>\n<body>\n</body>\n</html>\n"),
            ("a.jsp", "<html lang='en'>\n<body>\n</body>\n</html>\n"),
            ("pom.xml", '<?xml version="1.0"?>\n<project>\n  <name>a</name>\n</project>\n'),
        ],
    )
    def test_nothing_is_above_its_first_or_below_its_last_line(self, path: str, text: str) -> None:
        assert is_document(FileIndex("FROM node:16\nCMD a\n"), text, path)

    @pytest.mark.parametrize(
        ("path", "text"),
        [
            ("Dockerfile", "FROM node:20\nRUN npm ci\n"),
            ("Dockerfile", "RUN npm ci\nCMD npm start\n"),
            ("a.sql", "FROM users\nCMD npm start\n"),
            ("index.html", "<body>\n</body>\n</html>\n"),
            ("pom.xml", "<project>\n  <name>a</name>\n</project>\n"),
        ],
    )
    def test_a_part_may_begin_or_end_so(self, path: str, text: str) -> None:
        assert not is_document(FileIndex("FROM node:16\nCMD a\n"), text, path)

    @pytest.mark.parametrize(
        ("file", "text"),
        [
            (TWO_STAGES, "FROM nginx:1.27\nCOPY --from=build /dist /html\nCMD nginx\n"),
            (TWO_IMAGES, "FROM node:22 AS prod\nCMD npm start\n"),
        ],
        ids=["uses another one", "one of several"],
    )
    def test_a_stage_of_a_file_is_a_part(self, file: str, text: str) -> None:
        assert not is_document(FileIndex(file), text, "Dockerfile")
        assert is_document(FileIndex("FROM node:16\nCMD a\n"), text, "Dockerfile")

    def test_a_script_begins_with_its_interpreter(self) -> None:
        assert begins_file_again("#!/bin/bash\nmake\n", "#!/bin/sh\nset -e\nmake\n", "a.sh")
        assert not begins_file_again("#!/bin/bash\nmake\n", "# Builds.\nset -e\nmake\n", "a.sh")


class TestUnusedImports:
    @staticmethod
    def leaves(path: str, file: str, text: str) -> bool:
        index = FileIndex(file)
        matches = match_definitions(index, text, path)
        assert not isinstance(matches, Mismatch)
        return leaves_unused_imports(index, text, path, matches[0])

    @pytest.mark.parametrize(
        ("path", "imports", "uses", "kept"),
        [
            ("a.ts", "import { a } from 'a';\nimport { b } from 'b';\n", "a(b);", "import { a } from 'a';\n"),
            ("a.ts", "import { a, b } from 'a';\n", "a(b);", "import { a } from 'a';\n"),
            (
                "a.js",
                "const a = require('a');\nconst b = require('b');\n",
                "a(b);",
                "const a = require('a');\n",
            ),
            (
                "a.js",
                "import { a } from 'a';\nimport * as b from 'b';\n",
                "a(b);",
                "import { a } from 'a';\n",
            ),
            ("a.rs", "use std::a;\nuse std::{b, c};\n", "a(b, c);", "use std::a;\n"),
            ("a.kt", "import x.a\nimport x.b\n", "a(b)", "import x.a\n"),
        ],
    )
    def test_a_text_with_all_the_rest_may_be_the_file_without_them(
        self, path: str, imports: str, uses: str, kept: str
    ) -> None:
        heads = {"a.rs": "fn f() {", "a.kt": "fun f() {"}
        head = heads.get(path, "function f() {")
        file = f"{imports}\n{head}\n  {uses}\n}}\n"

        assert self.leaves(path, file, f"{kept}\n{head}\n  a();\n}}\n")
        assert not self.leaves(path, file, f"{kept}\n{head}\n  b();\n}}\n")

    def test_modules_of_python(self) -> None:
        file = "import os.path, numpy as np\nimport re\n\n\ndef f():\n    return re, os, np\n"

        assert self.leaves("a.py", file, "import re\n\n\ndef f():\n    return re\n")
        assert not self.leaves("a.py", file, "import re\n\n\ndef f():\n    return np\n")

    def test_packages_of_go(self) -> None:
        file = 'package a\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc f() {\n\tfmt.Println(os.Args)\n}\n'
        text = 'package a\n\nimport (\n\t"fmt"\n)\n\nfunc f() {\n\tfmt.Println()\n}\n'

        assert self.leaves("a.go", file, text)
        assert not self.leaves("a.go", file, text.replace("fmt.", "os."))
        assert not self.leaves("a.go", file.replace('"os"', '_ "os"'), text)

    @pytest.mark.parametrize("lost", ["import './a.css';\n", "// Licence.\n\n", "let state = 0;\n"])
    def test_other_lines_that_a_text_lacks_are_no_imports(self, lost: str) -> None:
        file = f"import {{ a }} from 'a';\nimport {{ b }} from 'b';\n{lost}\nfunction f() {{\n  a(b);\n}}\n"

        assert not self.leaves("a.ts", file, "import { a } from 'a';\n\nfunction f() {\n  a();\n}\n")
