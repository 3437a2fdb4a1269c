#!/usr/bin/env python3
"""Leaves out statements of the reducers in the documentation's examples, and asks the tests of the examples to notice each.

    example_mutations.py write FOLDER COPY             copies the folder, with each statement behind a switch
    example_mutations.py run FOLDER TESTS [WORD...]    runs the tests once for each statement (in files whose name has one of the words)

A statement is one that changes `state` and stands in one line. Scripts/check-example-mutations.sh does both.
"""

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutations import SWITCH_SOURCE, Run

# A change of the state: an assignment, or a call of a method that changes. What declares a variable of that name is none.
CHANGE = r"state(?:[.?!]*[\w.?!]+|\[[^\]]*\])*(?: [-+*/]?= |\.(?:append|insert|remove|removeAll|toggle|formUnion)\().*"
STATEMENT = re.compile(rf"^(\s*(?:case .*?: |default: |.*\{{ )?)({CHANGE}?)( \}})?((?:  //.*)?)$")

# What compares the examples with the pages finds the copies changed.
SKIPPED = "PageTests|GuideTests|DiagnosticPagesTests"

# Statements that no test can miss, with the reason.
EXCUSES = {}


def is_balanced(text):
    return all(text.count(left) == text.count(right) for left, right in ("()", "[]", "{}"))


def statements(folder):
    """The statements, each with its file, line and text, in an order that does not change."""
    found = []
    for path in sorted(folder.glob("*Example*.swift")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = STATEMENT.match(line)
            if match and is_balanced(match[2]) and not re.search(r"\b(let|var) $", match[1]):
                found.append((path.name, number, match))
    return found


def write(folder, copy):
    lines = {path.name: path.read_text().splitlines(keepends=True) for path in folder.glob("*.swift")}
    for index, (file, number, match) in enumerate(statements(folder), 1):
        switched = f"if !isMutated({index}) {{ {match[2]} }}"
        lines[file][number - 1] = f"{match[1]}{switched}{match[3] or ''}{match[4]}\n"
    texts = {name: "".join(text) for name, text in lines.items()}
    texts["ActiveMutation.swift"] = SWITCH_SOURCE.replace("@usableFromInline\n", "")
    copy.mkdir(parents=True, exist_ok=True)
    for path in copy.glob("*.swift"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        path = copy / name
        # What did not change is not built again.
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def run(folder, tests, words):
    everything = list(enumerate(statements(folder), 1))
    chosen = [each for each in everything if not words or any(word.lower() in each[1][0].lower() for word in words)]
    healthy = Run(tests, 0, "", 3600, SKIPPED)
    if healthy.found:
        print(healthy.output)
        sys.exit(f"The tests fail without a mutation: {healthy.found}")
    print(f"Without a mutation: {healthy.count} tests pass in {healthy.seconds:.0f} s.\n", flush=True)
    limit = max(60, 10 * healthy.seconds)

    def attempt(each):
        index, (file, number, match) = each
        article = re.sub(r"Example.*", "Tests", file)
        for suite in (article, ""):
            result = Run(tests, index, suite, limit, SKIPPED)
            if result.found:
                break
        print(f"{file}:{number}: {match[2].strip()}\n         {result.found or 'SURVIVED'}", flush=True)
        return bool(result.found)

    with ThreadPoolExecutor(int(os.environ.get("TRIBUTARY_MUTATION_RUNS", "2"))) as pool:
        found = list(pool.map(attempt, chosen))
    survivors = [each for each, is_found in zip(chosen, found) if not is_found]
    print(f"\n{len(chosen) - len(survivors)} of {len(chosen)} statements are missed by a test when they are left out.")
    unexplained = 0
    for _, (file, number, match) in survivors:
        excuse = EXCUSES.get((file, match[2].strip()))
        unexplained += excuse is None
        print(f"Survived: {file}:{number}: {match[2].strip()}\n    {excuse or 'NOT EXPLAINED'}")
    if unexplained:
        sys.exit(1)


def main(arguments):
    match arguments:
        case ["write", folder, copy]:
            write(Path(folder), Path(copy))
        case ["run", folder, tests, *words]:
            run(Path(folder), Path(tests), words)
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
