#!/usr/bin/env python3
"""Plays a page with a package from an empty folder, as it stands.

    tutorial.py PAGE FOLDER REPOSITORY            writes each file that the page shows below its path, runs the commands where
                                                  they stand, and compares what a command prints with the block after "It prints:"
    tutorial.py --write PAGE FOLDER MODULE        only writes the files, which import MODULE in place of Tributary
    tutorial.py --readme PAGE FOLDER REPOSITORY   the same for the README: its manifest, its feature, and the test that fails
"""

import re
import subprocess
import sys
from pathlib import Path


def run(command, folder, expected_code=0):
    print(f"$ {command}", flush=True)
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
    if (done.returncode == 0) != (expected_code == 0):
        sys.exit(f"{done.stdout}\n{done.stderr}\n`{command}` ended with {done.returncode}.")
    return done.stdout + done.stderr if expected_code else done.stdout


def write(folder, path, text, repository):
    for dependency in ('.package(url: "URL of this repository", branch: "main")', '.package(name: "tributary", path: "../tributary")'):
        text = text.replace(dependency, f'.package(name: "tributary", path: "{repository}")')
    target = Path(folder) / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_text() != text + "\n":
        target.write_text(text + "\n")
    print(f"  {path}")


def play(page, folder, repository):
    text = Path(page).read_text()
    printed = ""
    # A path on a line of its own, and below it the file; or a block of commands; or what the last command printed.
    for part in re.finditer(r"(?:^`([\w/.]+)`\n\n```swift\n(.*?)\n```$)|(?:^```sh\n(.*?)\n```$)|(?:^It prints:\n\n```\n(.*?)\n```$)",
                            text, re.S | re.M):
        path, code, commands, expected = part.groups()
        if path:
            write(folder, path, code, repository)
        elif commands:
            for command in commands.splitlines():
                printed = run(command, folder)
        elif printed.strip() != expected.strip():
            sys.exit(f"The page says that it prints:\n{expected}\nbut it printed:\n{printed}")


def write_all(page, folder, module):
    for path, code in re.findall(r"^`([\w/.]+)`\n\n```swift\n(.*?)\n```$", Path(page).read_text(), re.S | re.M):
        write(folder, path, code.replace("import Tributary\n", f"import {module}\n"), "")


def readme(page, folder, repository):
    text = Path(page).read_text()
    blocks = re.findall(r"^```(?:swift)?\n(.*?)\n```$", text, re.S | re.M)

    def first(words):
        return next(each for each in blocks if words in each)

    write(folder, "Package.swift", first("swift-tools-version"), repository)
    write(folder, "Sources/shop/Catalog.swift", first("struct Catalog: Reducer"), repository)
    use = "\n".join("    " + line for line in first("store.observe").splitlines())
    write(folder, "Sources/shop/Shop.swift",
          f"import Tributary\n\n@main\nenum Shop {{\n    @MainActor\n    static func main() async {{\n{use}\n        "
          "token.cancel()\n    }\n}", repository)
    test = "\n".join("        " + line for line in first("await explore {").splitlines())
    write(folder, "Tests/ShopTests/CatalogTests.swift",
          "import Testing\nimport Tributary\nimport TributaryTesting\n\n@testable import shop\n\n@MainActor\nstruct CatalogTests {\n"
          f"    @Test func race() async {{\n{test}\n    }}\n}}", repository)
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
          broken.rstrip("\n").replace(mended[0], "\n            ".join(line.strip() for line in mended)), repository)
    run("swift test", folder)


if __name__ == "__main__":
    if sys.argv[1] == "--readme":
        readme(*sys.argv[2:])
    elif sys.argv[1] == "--write":
        write_all(*sys.argv[2:])
    else:
        play(*sys.argv[1:])
