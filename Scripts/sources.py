#!/usr/bin/env python3
"""Checks texts and sources, in seconds and without a build.

    sources.py [NAME…]         all checks, or those with these names
    sources.py --update NAME   writes the file that the check compares with; for words, headings, house, pages

size       A Swift file has at most 600 lines, and a script or style of a page 300. Files that a script writes do not count.
limits     Each suite has a time limit of at least half an hour, so that an endless test fails and is named, even on a busy machine.
words      Words that make sentences hard to read are counted, in each page (without blocks of code), and in the comments and names of
           tests in each Swift file. No count is higher than in Scripts/words.txt. CONTRIBUTING, Writing, says how to replace them. An
           update may move words between files, but no sum may rise.
headings   Documentation/headings.txt marks each heading of a page as a topic or a task. Pages of symbols are lists. An update gives new
           headings a question mark for a mark.
house      No figure of the core is higher than in Scripts/house-figures.txt. Update it in each commit that lowers a figure; a commit that
           raises one says so in its subject. A line of code is neither empty nor a comment. A wing is a library that could be a part of
           the core. An unavailable overload improves a message of the compiler, and is no public declaration.
pages      The pages of the inspector and the chat are embedded in Swift files, so that the programs need no folder.
scripts    Scripts have no mistakes that shellcheck and ruff find, and are not more, and not longer, than stated here.
format     swift-format has nothing to change, and each public symbol is documented.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import core

ROOT = Path(__file__).resolve().parents[1]
MOST_SCRIPTS, MOST_LINES = 30, 7314
WORDS, HEADINGS, FIGURES = Path("Scripts/words.txt"), Path("Documentation/headings.txt"), Path("Scripts/house-figures.txt")
PATTERNS = {
    "what": r"\bwhat \w+", "tell": r"\b(tell|tells|told)\b", "somebody": r"\b(whoever|somebody|nobody)\b",
    "stands": r"\b(stands|lies|hangs)\b", "there-and-back": "there and back", "beside": r"\bbeside\b",
}


def files(*patterns):
    """The files that git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout
    return sorted({name for name in listed.split("\0") if name and (ROOT / name).exists()})


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def complain(title, problems):
    if problems:
        sys.exit("\n".join([title, *problems]))


def size():
    found = []
    for name in files("*.swift", "*.js", "*.css", ":!*/EmbeddedPage.swift"):
        lines = read(name).count("\n")
        if lines > (600 if name.endswith(".swift") else 300):
            found.append(f"{name}: {lines} lines")
    complain("Longer than 600 lines of Swift, or 300 of anything else; split by role:", found)


def limits():
    suite = re.compile(r"^(package |final |private |@MainActor )*(struct|class|actor|enum) ", re.M)
    found = [
        name for name in files("Tests/*.swift", "Examples/Tests/*.swift")
        if re.search(r"^ *@Test", text := read(name), re.M) and suite.search(text)
        and not re.search(r"@Suite\([^{]*timeLimit\(", text)
        or re.search(r"timeLimit\(\.minutes\([12]?\d\)\)", text)
    ]
    complain("Suites without a limit, or with less than 30 minutes; write @Suite(.timeLimit(.minutes(30))):", found)


def prose(name):
    """The lines of a page outside of code, or the comments and the names of tests in a source file."""
    in_code = False
    for line in read(name).splitlines():
        if not name.endswith(".md"):
            if comment := re.search(r"(?:^|[ \t])//(.*)|@(?:Suite|Test)\(\"(.*?)\"|func `(.*?)`", line):
                yield next(filter(None, comment.groups()), "")
        elif re.match(r"[ >]*```", line):
            in_code = not in_code
        elif not in_code:
            yield line


def counted():
    counts = Counter()
    for name in files("*.md", "*.swift"):
        for line in prose(name):
            for word, pattern in PATTERNS.items():
                counts[name, word] += len(re.findall(pattern, line, re.IGNORECASE))
    return +counts


def known_counts():
    lines = [line.rsplit(" ", 2) for line in read(WORDS).splitlines()]
    return Counter({(name, word): int(count) for name, word, count in lines})


def sums(counts):
    total = Counter()
    for (name, word), count in counts.items():
        total["pages" if name.endswith(".md") else name.split("/")[0], word] += count
    return total


def rises(before, now):
    return [f'{place}: "{word}" {count} times, {before[place, word]} before'
            for (place, word), count in sorted(now.items()) if count > before[place, word]]


def words():
    complain("Write it otherwise; or --update words, if they came from another file:", rises(known_counts(), counted()))


def update_words():
    counts = counted()
    complain("The sum rises:", rises(sums(known_counts()), sums(counts)))
    (ROOT / WORDS).write_text("".join(f"{name} {word} {count}\n" for (name, word), count in sorted(counts.items())))


def headings_now():
    return [f"{name}\t{line}" for name in files("*.md") if "/Symbols/" not in name for line in prose(name) if re.match("#+ ", line)]


def headings():
    listed = [line.split("\t", 1) for line in read(HEADINGS).splitlines()]
    now, known = headings_now(), [heading for _, heading in listed]
    complain("Let each heading name a topic or a task, and mark it so in Documentation/headings.txt; --update headings lists them:", [
        *[f"not listed: {heading}" for heading in now if heading not in known],
        *[f"not there: {heading}" for heading in known if heading not in now],
        *(["not in the order of the pages"] if sorted(now) == sorted(known) and now != known else []),
        *[f"marked {mark}: {heading}" for mark, heading in listed if mark not in ("topic", "task")],
        *[f"a question word: {heading}" for heading in known
          if re.search(r"\t#+ (What|Who|When|Where|Which|Why)\b.*[^?]$", heading)],
    ])


def update_headings():
    marks = {heading: mark for mark, heading in (line.split("\t", 1) for line in read(HEADINGS).splitlines())}
    (ROOT / HEADINGS).write_text("".join(f"{marks.get(heading, '?')}\t{heading}\n" for heading in headings_now()))


PAGES = {
    "Sources/TributaryInspector/Page": ("Sources/TributaryInspector/Server/EmbeddedPage.swift", "#if Inspector"),
    "Examples/Chat/ChatServer/Page": ("Examples/Chat/ChatServer/EmbeddedPage.swift", None),
}


def embedded(folder, condition):
    """A Swift file with the files of a page."""
    lines = [
        "// Part of Tributary. Copyright the Tributary authors.",
        "// SPDX-License-Identifier: Apache-2.0",
        "// swift-format-ignore-file",
        "",
        *([condition] if condition else []),
        "/// The files of `Page/`, written by `Scripts/sources.py --update pages`.",
        "enum EmbeddedPage {",
        "    static let files: [String: String] = [",
    ]
    found = sorted(path for path in (ROOT / folder).glob("*") if path.suffix in {".html", ".css", ".js", ".svg"})
    for path in found:
        text, marks = path.read_text(encoding="utf-8"), "##"
        while '"""' + marks in text or "\\" + marks in text:
            marks += "#"
        lines += [f'"{path.name}": {marks}"""', text.rstrip("\n"), "", f'"""{marks},']
    return "\n".join([*lines, "    ]" if found else "        :\n    ]", "}", *(["#endif"] if condition else []), ""])


def pages():
    complain("Run Scripts/sources.py --update pages:", [
        f"{target} is not what is in {folder}" for folder, (target, condition) in PAGES.items()
        if not (ROOT / target).exists() or read(target) != embedded(folder, condition)
    ])


def update_pages():
    for folder, (target, condition) in PAGES.items():
        (ROOT / target).write_text(embedded(folder, condition), encoding="utf-8")


def scripts():
    found = files("*.sh", "*.py")
    lines = sum(read(name).count("\n") for name in found)
    print(f"{len(found)} scripts, {lines} lines")
    if len(found) > MOST_SCRIPTS or lines > MOST_LINES:
        sys.exit(f"There were {MOST_SCRIPTS} with {MOST_LINES} lines; add to one of them, or replace another.")
    shell = [name for name in found if name.endswith(".sh")]
    linters = 'source Scripts/tools.sh; need shellcheck shellcheck; python_with ruff; shellcheck "$@"; "$python" -m ruff check --quiet'
    if subprocess.run(["bash", "-euc", linters, "bash", *shell, ".ci/run"], cwd=ROOT).returncode:
        sys.exit("Scripts have mistakes.")


def swift_format():
    options = ["lint", "--strict", "--parallel", "--configuration", ".swift-format"]
    if subprocess.run(["swift", "format", *options, *files("*.swift")], cwd=ROOT).returncode:
        sys.exit("Sources are not formatted as .swift-format says.")


def core_size():
    core.check(ROOT, ROOT / FIGURES)


def update_core_size():
    core.write(ROOT, ROOT / FIGURES)


CHECKS = {
    "size": size, "limits": limits, "words": words, "headings": headings, "house": core_size, "pages": pages, "scripts": scripts,
    "format": swift_format,
}
UPDATES = {"words": update_words, "headings": update_headings, "house": update_core_size, "pages": update_pages}
match sys.argv[1:]:
    case ["--update", name] if name in UPDATES:
        UPDATES[name]()
    case names if all(name in CHECKS for name in names):
        for name in names or CHECKS:
            CHECKS[name]()
    case _:
        sys.exit(__doc__.split("\n\n")[1])
