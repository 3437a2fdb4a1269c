#!/usr/bin/env bash
# Writes the inspector's page into a Swift file, as texts, so that it is in the program and needs no folder beside it;
# `--check` only says whether that is up to date. (SwiftPM's own way, `embedInCode`, writes a list of numbers, which the
# compiler reads for a minute.)
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 - "${1:-}" <<'PYTHON'
import pathlib, sys

folder = pathlib.Path("Sources/TributaryInspector/Page")
target = pathlib.Path("Sources/TributaryInspector/Server/EmbeddedPage.swift")
lines = [
    "// Part of Tributary. Copyright the Tributary authors.",
    "// SPDX-License-Identifier: Apache-2.0",
    "// swift-format-ignore-file",
    "",
    "#if Inspector",
    "/// The files of `Page/`, written by `Scripts/embed-page.sh`.",
    "enum EmbeddedPage {",
    "    static let files: [String: String] = [",
]
files = sorted(path for path in folder.glob("*") if path.suffix in {".html", ".css", ".js", ".svg"})
for path in files:
    text = path.read_text(encoding="utf-8")
    marks = "##"
    while '"""' + marks in text or "\\" + marks in text:
        marks += "#"
    lines += [f'"{path.name}": {marks}"""', text.rstrip("\n"), "", f'"""{marks},']
lines += ["    ]" if files else "        :\n    ]", "}", "#endif", ""]
written = "\n".join(lines)
if sys.argv[1] == "--check":
    if not target.exists() or target.read_text(encoding="utf-8") != written:
        sys.exit(f"{target} is not what is in {folder}. Run Scripts/embed-page.sh.")
else:
    target.write_text(written, encoding="utf-8")
PYTHON
