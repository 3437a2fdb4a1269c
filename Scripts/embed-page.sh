#!/usr/bin/env bash
# Writes the pages of the inspector and of the chat into Swift files, as texts, so that they are in the programs and need no
# folder beside them; `--check` only says whether that is up to date. (SwiftPM's own way, `embedInCode`, writes a list of numbers, which the
# compiler reads for a minute.)
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 - "${1:-}" <<'PYTHON'
import pathlib, sys

pages = {
    "Sources/TributaryInspector/Page": ("Sources/TributaryInspector/Server/EmbeddedPage.swift", "#if Inspector"),
    "Examples/Chat/ChatServer/Page": ("Examples/Chat/ChatServer/EmbeddedPage.swift", None),
}
for folder, (target, condition) in pages.items():
    folder, target = pathlib.Path(folder), pathlib.Path(target)
    lines = [
        "// Part of Tributary. Copyright the Tributary authors.",
        "// SPDX-License-Identifier: Apache-2.0",
        "// swift-format-ignore-file",
        "",
        *([condition] if condition else []),
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
    lines += ["    ]" if files else "        :\n    ]", "}", *(["#endif"] if condition else []), ""]
    written = "\n".join(lines)
    if sys.argv[1] != "--check":
        target.write_text(written, encoding="utf-8")
    elif not target.exists() or target.read_text(encoding="utf-8") != written:
        sys.exit(f"{target} is not what is in {folder}. Run Scripts/embed-page.sh.")
PYTHON
