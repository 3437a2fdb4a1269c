#!/usr/bin/env python3
"""Plays the README and the tutorial from a fresh clone, exactly as the pages show them.

    newcomer.py                               the tutorial, the README's manifest with its feature and its test, and the README's
                                              commands, in half an hour: most of it builds and the whole of `swift test`. The
                                              header of SQLite may be removed before, as the commands install it. NEWCOMER names
                                              a folder to keep
    newcomer.py --tutorial                    the tutorial alone
    newcomer.py --write PAGE FOLDER MODULES   only writes the files of a page, which import MODULES in place of Tributary

A page shows each file below its path, commands where they are run, and the output of a command after "It prints:".
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(command, folder, expected_code=0):
    print(f"$ {command}", flush=True)
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
    if (done.returncode == 0) != (expected_code == 0):
        sys.exit(f"{done.stdout}\n{done.stderr}\n`{command}` ended with {done.returncode}.")
    return done.stdout + done.stderr if expected_code else done.stdout


def write(folder, path, text):
    target = Path(folder) / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_text() != text + "\n":
        target.write_text(text + "\n")
    print(f"  {path}")


def play(page, folder):
    text = Path(page).read_text()
    printed = ""
    # A path on a line of its own, and below it the file; or a block of commands; or what the last command printed.
    for part in re.finditer(r"(?:^`([\w/.]+)`\n\n```swift\n(.*?)\n```$)|(?:^```sh\n(.*?)\n```$)|(?:^It prints:\n\n```\n(.*?)\n```$)",
                            text, re.S | re.M):
        path, code, commands, expected = part.groups()
        if path:
            write(folder, path, code)
        elif commands:
            for command in commands.splitlines():
                printed = run(command, folder)
        elif printed.strip() != expected.strip():
            sys.exit(f"The page says that it prints:\n{expected}\nbut it printed:\n{printed}")


def write_all(page, folder, modules):
    imports = "".join(f"import {module}\n" for module in modules)
    for path, code in re.findall(r"^`([\w/.]+)`\n\n```swift\n(.*?)\n```$", Path(page).read_text(), re.S | re.M):
        write(folder, path, code.replace("import Tributary\n", imports))


def readme(page, folder):
    text = Path(page).read_text()
    blocks = re.findall(r"^```(?:swift)?\n(.*?)\n```$", text, re.S | re.M)

    def first(words):
        return next(each for each in blocks if words in each)

    write(folder, "Package.swift", first("swift-tools-version"))
    write(folder, "Sources/shop/Catalog.swift", first("struct Catalog: Reducer"))
    use = "\n".join("    " + line for line in first("store.observe").splitlines())
    write(folder, "Sources/shop/Shop.swift",
          f"import Tributary\n\n@main\nenum Shop {{\n    @MainActor\n    static func main() async {{\n{use}\n        "
          "token.cancel()\n    }\n}")
    test = "\n".join("        " + line for line in first("await explore {").splitlines())
    write(folder, "Tests/ShopTests/CatalogTests.swift",
          "import Testing\nimport Tributary\nimport TributaryTesting\n\n@testable import shop\n\n@MainActor\nstruct CatalogTests {\n"
          f"    @Test func race() async {{\n{test}\n    }}\n}}")
    printed = run("swift run shop", folder)
    if printed.strip() != '[]\n["All about tea"]':
        sys.exit(f"The README says something else than is printed:\n{printed}")
    said = run("swift test", folder, expected_code=1)
    for line in first("explore(replaying").splitlines():
        if line.strip() not in re.sub(r" \(\w+/\w+\.swift:\d+\)", "", said):
            sys.exit(f"The test does not say what the README shows: {line}\n{said}")
    # The line that mends it takes the place of the one that it begins with.
    mended = first(".cancellable(id:").splitlines()
    feature = Path(folder) / "Sources/shop/Catalog.swift"
    broken = feature.read_text()
    write(folder, "Sources/shop/Catalog.swift",
          broken.rstrip("\n").replace(mended[0], "\n            ".join(line.strip() for line in mended)))
    run("swift test", folder)


def commands(clone):
    """Runs the README's commands in the clone. The programs get the end of their input at once."""
    for line in re.findall("^(?:sudo apt-get|swift run) .*", (clone / "README.md").read_text(), re.M):
        start = time.monotonic()
        print(f"$ {line}", flush=True)
        line = line.removeprefix("sudo ") if os.getuid() == 0 else line
        done = subprocess.run(line, shell=True, cwd=clone, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{done.stdout}\n{done.stderr}\n`{line}` ended with {done.returncode}.")
        print(f"{time.monotonic() - start:.0f} s", flush=True)


def newcomer(work, only_tutorial):
    os.environ.pop("TRIBUTARY_WARNINGS_AS_ERRORS", None)
    clone = work / "tributary"
    if not clone.exists():
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    print("== The tutorial")
    (work / "worklog").mkdir(exist_ok=True)
    (work / "worklog/worklog.json").unlink(missing_ok=True)
    play(clone / "Sources/Tributary/Tributary.docc/Articles/getting-started.md", work / "worklog")
    if only_tutorial:
        return
    print("== The manifest of the README, with its feature and its test")
    (work / "shop").mkdir(exist_ok=True)
    readme(clone / "README.md", work / "shop")
    print("== The commands of the README")
    commands(clone)
    print("The README and the tutorial work from a fresh clone.")


def main(arguments):
    match arguments:
        case ["--write", page, folder, *modules] if modules:
            write_all(page, folder, modules)
        case [] | ["--tutorial"]:
            with tempfile.TemporaryDirectory() as folder:
                work = Path(os.environ.get("NEWCOMER", folder))
                work.mkdir(exist_ok=True)
                newcomer(work, bool(arguments))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
