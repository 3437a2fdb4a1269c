#!/usr/bin/env python3
"""Breaks the core, the inspector, the adapters for servers, and the log in PostgreSQL in the ways listed in Scripts/mutations.txt, one at a
time, and expects a test to notice each. All of a package are compiled into one build, each behind a switch.

    mutations.py check                          tells whether the list fits the sources
    mutations.py [WORD...]                      all, or those whose file or sentence has one of the words
    mutations.py run PACKAGE TESTS [WORD...]    the same for the mutations of a package that is built

The list is made of blocks, each of lines that begin with

    =   the name of the file, wherever it is, for all blocks up to the next such line; or the end of its path, if two are named so
    #   what is broken, in a sentence
    -   the text as it stands: whole lines, or an expression «marked» within the text around it
    +   what takes its place
    ?   a word in the name of the suites that should notice; the whole suite is run if they do not
    ~   why no test can notice: such a mutation does not count
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REQUIRED_SCORE = 0.95
SWITCH = "TRIBUTARY_MUTATION"
LIST = Path(__file__).with_name("mutations.txt")
SOURCES = Path(__file__).parent.parent / "Sources"
# What is copied in the packages of Scripts/packages.sh.
PACKAGES = {
    "core": [
        "TributaryCore", "TributaryUndo", "TributaryComponents", "TributaryForms", "TributaryPersistence",
        "TributaryPresenting", "TributaryLog", "TributaryJournal", "TributaryCluster",
    ],
    "inspector": ["TributaryInspector"],
    "server": ["TributaryServer"],
    "cluster": ["TributaryPostgres"],
}

SWITCH_SOURCE = f"""\
#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

private let activeMutation: Int = getenv("{SWITCH}").flatMap {{ Int(String(cString: $0)) }} ?? 0

/// Whether the program runs with this mutation.
@usableFromInline
func isMutated(_ number: Int) -> Bool {{ activeMutation == number }}
"""


class Mismatch(Exception):
    """The list does not fit the sources."""


class Mutation:
    def __init__(self, number, file, line):
        self.number, self.file, self.line = number, file, line
        self.title, self.suite, self.excuse = "", "", ""
        self.old, self.new = [], []

    def complaint(self, reason):
        return f"{LIST.name}:{self.line}: {reason}: {self.title}"

    def span(self, source):
        """Where the mutated text lies in the source, whether it is an expression, and whose it is."""
        text = r"\s*?\n\s*".join(re.escape(line) for line in self.old)
        is_expression = "«" in text
        text = f"({text})" if not is_expression else text.replace("«", "(").replace("»", ")")
        if not is_expression:
            text = rf"(?m:^)[ \t]*{text}[ \t]*(?m:$)"
        found = list(re.finditer(text, source))
        if len(found) != 1:
            raise Mismatch(self.complaint(f"the text occurs {len(found)} times in {self.file}, not once"))
        return found[0].span(1), is_expression, self

    def replacing(self, original, is_expression):
        new = "\n".join(self.new)
        if is_expression:
            return f"(isMutated({self.number}) ? ({new}) : ({original}))"
        return f"if isMutated({self.number}) {{ {new} }} else {{ {original} }}"


def source_files(*packages):
    """The sources of packages that may be mutated, each as its path below SOURCES."""
    targets = [target for package in packages for target in PACKAGES[package]]
    paths = (path for target in targets for path in sorted((SOURCES / target).rglob("*.swift")))
    return [path.relative_to(SOURCES).as_posix() for path in paths]


def package_of(file):
    """The package whose tests are asked."""
    return next(package for package, targets in PACKAGES.items() if file.split("/")[0] in targets)


def read_list():
    files, mutations, file = sorted({*source_files(*PACKAGES)}), [], None
    for number, line in enumerate(LIST.read_text().splitlines(), 1):
        mark, text = line[:1], line[2:].strip()
        if mark == "=":
            found = [path for path in files if f"/{path}".endswith(f"/{text}")]
            if len(found) != 1:
                sys.exit(f"{LIST.name}:{number}: {len(found)} files are called {text}, not one")
            file = found[0]
        elif mark == "#":
            mutations.append(Mutation(len(mutations) + 1, file, number))
            mutations[-1].title = text
        elif mark == "-":
            mutations[-1].old.append(text)
        elif mark == "+":
            mutations[-1].new.append(text)
        elif mark == "?":
            mutations[-1].suite = text
        elif mark == "~":
            mutations[-1].excuse = text
        elif line.strip():
            sys.exit(f"{LIST.name}:{number}: begins with none of = # - + ? ~")
    return mutations


def rewritten(source, start, end, spans):
    """The text from start to end; spans are mutations in it, an outer one before those within it."""
    result, position = "", start
    while spans:
        (first, last), is_expression, mutation = spans[0]
        inner = [span for span in spans[1:] if span[0][0] < last]
        for span in inner:
            if span[0][1] > last:
                raise Mismatch(span[2].complaint(f"overlaps with “{mutation.title}”"))
        spans = spans[1 + len(inner) :]
        original = rewritten(source, first, last, inner)
        result += source[position:first] + mutation.replacing(original, is_expression)
        position = last
    return result + source[position:end]


def chosen(package, words):
    """The mutations of a package whose text has one of the words."""
    return [
        mutation
        for mutation in read_list()
        if package_of(mutation.file) == package
        and (not words or any(word.lower() in f"{mutation.file} {mutation.title}".lower() for word in words))
    ]


def mutated_sources(package):
    """The sources of a package with every mutation behind a switch, by their paths."""
    mutations, texts, mismatches = read_list(), {}, []
    for name in source_files(package):
        source, spans = (SOURCES / name).read_text(), []
        for mutation in mutations:
            if mutation.file == name:
                try:
                    spans.append(mutation.span(source))
                except Mismatch as mismatch:
                    mismatches.append(str(mismatch))
        spans.sort(key=lambda span: (span[0][0], -span[0][1]))
        try:
            texts[name] = rewritten(source, 0, len(source), spans)
        except Mismatch as mismatch:
            mismatches.append(str(mismatch))
    if mismatches:
        sys.exit("\n".join(mismatches))
    for target in PACKAGES[package]:
        texts[f"{target}/ActiveMutation.swift"] = SWITCH_SOURCE
    return texts


def write(package, copy):
    """Copies the sources of a package, with every mutation behind a switch."""
    texts = mutated_sources(package)
    for path in copy.rglob("*.swift"):
        if path.relative_to(copy).as_posix() not in texts:
            path.unlink()
    for name, text in texts.items():
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # What did not change is not built again.
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def build(name):
    """Builds the tests of a package with all mutations, and returns the program."""
    def output(*command):
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    package = Path(output("Scripts/packages.sh", name, str(LIST.parents[1] / f".build/mutations-{name}")))
    write(name, package / "mutated")
    for target in (package / "mutated").iterdir():
        link = package / "Sources" / target.name
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    command = ["swift", "build", "--package-path", str(package), "--build-tests"]
    subprocess.run([*command, "--quiet"], check=True)
    return f"{output(*command, '--show-bin-path')}/tributaryPackageTests.xctest"


def check(words):
    names = [package for package in PACKAGES if chosen(package, words)]
    if not names:
        sys.exit("No mutation has such a word.")
    failed = False
    for name in names:
        command = ["python3", "Scripts/mutations.py", "run", name, build(name), *words]
        if name == "cluster":
            # One at a time, as some tests change what a server does; and without the one that kills a server, which is there once.
            command = ["Scripts/with-postgres.sh", "env", "-u", "TRIBUTARY_POSTGRES_FAILOVER", "TRIBUTARY_MUTATION_RUNS=1", *command]
        failed |= subprocess.run(command).returncode != 0
    sys.exit(failed)


def usage(group):
    """The processor time in seconds and the memory in bytes that the processes of a group use; `None` where that cannot be told."""
    ticks, pages, is_known = 0, 0, False
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            ticks += sum(int(field) for field in fields[11:15])
            pages += int(fields[21])
            is_known = True
    return (ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE")) if is_known else None


class Run:
    """One run of the tests, which ends at the first failure, or when it is stuck."""

    # A test that waits for nothing that comes uses no processor time; one in an endless loop uses it all.
    IDLE_SECONDS = 10

    # What the tests take together is a fraction of it. A mutation that begins something again and again takes all there is.
    MEMORY_LIMIT = 3 << 30

    def __init__(self, tests, number, suite, limit, skipping=""):
        self.found, self.output, self.count, self.running = None, "", 0, set()
        command = [str(tests), "--testing-library", "swift-testing"]
        if suite:
            command += ["--filter", suite]
        if skipping:
            command += ["--skip", skipping]
        environment = {**os.environ, SWITCH: str(number), "SWIFT_BACKTRACE": "enable=no"}
        start = time.monotonic()
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=environment,
            start_new_session=True,
        )
        watchdog = threading.Thread(target=self.watch, args=(limit,))
        watchdog.start()
        for line in self.process.stdout:
            self.output += line
            if match := re.search(r"(Test .*) started\.", line):
                self.running.add(match[1])
            if match := re.search(r"(Test .*) (passed|failed) after", line):
                self.running.discard(match[1])
            if match := re.search(r"Test run with (\d+) tests?", line):
                self.count = int(match[1])
            if match := re.search(r"Test (.*) recorded an issue", line):
                self.stop(match[1])
        status = self.process.wait()
        if status != 0:
            self.stop("the program stopped")
        watchdog.join()
        self.seconds = time.monotonic() - start

    def stop(self, reason):
        self.found = self.found or reason
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def watch(self, limit):
        used, used_at = 0, time.monotonic()
        while self.process.poll() is None:
            time.sleep(0.2)
            now, used_now = time.monotonic(), usage(self.process.pid)
            if used_now is not None:
                total, memory = used_now
                if total > limit:
                    return self.stop(f"did not end: {self.some_running()}")
                if memory > self.MEMORY_LIMIT:
                    return self.stop(f"took more than {self.MEMORY_LIMIT >> 30} GB: {self.some_running()}")
                if total > used + 0.05:
                    used, used_at = total, now
            if now - used_at > self.IDLE_SECONDS + (0 if used_now is not None else limit):
                return self.stop(f"waited for nothing: {self.some_running()}")

    def some_running(self):
        return ", ".join(sorted(self.running)[:3])


def run(package, tests, words):
    mutations = chosen(package, words)
    healthy = Run(tests, 0, "", 3600)
    if healthy.found:
        print(healthy.output)
        sys.exit(f"The tests fail without a mutation: {healthy.found}")
    print(f"Without a mutation: {healthy.count} tests pass in {healthy.seconds:.0f} s.\n", flush=True)
    limit = max(60, 10 * healthy.seconds)

    # A program that undoes what tests have told their servers which were stopped before they could.
    restore = os.environ.get("TRIBUTARY_POSTGRES_RESTORE")

    def attempt(mutation):
        start = time.monotonic()
        attempts = [mutation.suite, ""] if mutation.suite else [""]
        result = None
        for suite in attempts:
            result = Run(tests, mutation.number, suite, limit)
            if suite and not result.count and not result.found:
                print(mutation.complaint(f"no test is in a suite named {suite}"))
            if result.found:
                if restore:
                    subprocess.run([restore], check=True, timeout=60)
                break
        elsewhere = " (elsewhere)" if result.found and mutation.suite and not suite else ""
        outcome = f"{result.found}{elsewhere}" if result.found else "SURVIVED" if not mutation.excuse else "survived"
        print(f"{time.monotonic() - start:5.1f} s  {mutation.file}: {mutation.title}\n         {outcome}", flush=True)
        return bool(result.found)

    with ThreadPoolExecutor(int(os.environ.get("TRIBUTARY_MUTATION_RUNS", "2"))) as pool:
        found = list(pool.map(attempt, mutations))
    survivors = [mutation for mutation, is_found in zip(mutations, found, strict=True) if not is_found]
    counted = [mutation for mutation in mutations if not mutation.excuse]
    unexplained = [mutation for mutation in survivors if not mutation.excuse]
    killed = len(counted) - len(unexplained)
    print(f"\n{killed} of {len(counted)} mutations were noticed ({killed / max(len(counted), 1):.1%}).")
    for mutation in survivors:
        print(f"Survived: {mutation.file}: {mutation.title}\n    {mutation.excuse or 'NOT EXPLAINED'}")
    for mutation, is_found in zip(mutations, found, strict=True):
        if mutation.excuse and is_found:
            print(f"Noticed, though it is listed as one that cannot be: {mutation.file}: {mutation.title}")
    if unexplained:
        sys.exit(1)


def main(arguments):
    match arguments:
        case ["check"]:
            for package in PACKAGES:
                mutated_sources(package)
            print(f"{LIST.name}: {len(read_list())} mutations fit the sources.")
        case ["run", package, tests, *words]:
            run(package, Path(tests), words)
        case words if not any(word.startswith("-") for word in words):
            os.chdir(LIST.parents[1])
            check(words)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
