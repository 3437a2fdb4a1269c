#!/usr/bin/env bash
# How much there is to read and to learn in the core and its wings: files, lines, types, public declarations. And how many
# public functions of one name the whole library has, of the names that have most. Prints a table.
#
#     Scripts/measure-house.sh [CHECKOUT …]       this one, by default; several stand side by side
#
# A type is a struct, class, enum, actor or protocol that is not nested in another. A line of code is neither empty nor a
# comment. What is printed is a thermometer: unlike things in one file make the figures better, and the house worse.
set -euo pipefail
checkouts=("$@")
[ "${#checkouts[@]}" -gt 0 ] || checkouts=("$(cd "$(dirname "$0")/.." && pwd)")

exec python3 - "${checkouts[@]}" <<'PYTHON'
import re
import sys
from collections import Counter
from pathlib import Path
from statistics import median

TARGETS = ["TributaryCore", "TributaryUndo", "TributaryComponents"]
NAMES = ["send", "observe", "connect", "attach", "append", "feedback", "pullback", "scope", "mount"]
MODIFIERS = r"(?:@\w+(?:\([^)]*\))? +|[a-z]+(?:\([a-z]+\))? +)*?"
TYPE = re.compile(rf"^({MODIFIERS})(?:struct|class|enum|actor|protocol) +[A-Z]", re.M)
PUBLIC = re.compile(
    rf"^ *(?:@\w+(?:\([^)]*\))? +)*(?:public|open) +{MODIFIERS}"
    r"(struct|class|enum|actor|protocol|typealias|func|var|let|init|subscript|macro)\b *(\w*)",
    re.M,
)


def figures(checkout):
    house = [path.read_text() for target in TARGETS for path in (checkout / "Sources" / target).rglob("*.swift")]
    library = [path.read_text() for path in (checkout / "Sources").rglob("*.swift")]
    lengths = sorted(text.count("\n") for text in house)
    code = [line for text in house for line in text.splitlines() if not re.match(r"\s*(//|$)", line)]
    types = [modifiers for text in house for modifiers in TYPE.findall(text)]
    public_types = [modifiers for modifiers in types if re.search(r"\b(public|open)\b", modifiers)]
    public = [found for text in house for found in PUBLIC.findall(text)]
    functions = Counter(name for text in library for kind, name in PUBLIC.findall(text) if kind == "func")
    yield "files", len(house)
    yield "lines", sum(lengths)
    yield "lines of code", len(code)
    yield "median file", int(median(lengths))
    yield "longest file", lengths[-1]
    yield "types", len(types)
    yield "public types", len(public_types)
    yield "other types per public type", f"{(len(types) - len(public_types)) / len(public_types):.1f}"
    yield "public declarations", len(public)
    for name in NAMES:
        yield f"public functions “{name}”", functions[name]


columns = [dict(figures(Path(checkout).resolve())) for checkout in sys.argv[1:]]
names = [Path(checkout).resolve().name for checkout in sys.argv[1:]]
print(f"{'':32}" + "".join(f"{name:>12}" for name in names))
for figure in columns[0]:
    print(f"{figure:32}" + "".join(f"{column[figure]:>12}" for column in columns))
PYTHON
