#!/usr/bin/env python3
"""Code that only the compiler checks: its help for code that uses the library, and code for frameworks that Linux does not have.

    compiler.py [messages | time | swiftui]

messages   Each typical mistake of Tests/CompilerMessages is reported in its line with the text of its comment `// error: …`, or, if only
           the place is right, `// poor: …` (see the README there).
time       A body of many children of any kind, correct or with one misspelled name in the middle, costs at most twice the processor time of
           the same number of `Scope`s, the least of three runs. An overload that is chosen by the type of a key path makes it exponential.
swiftui    Code for Apple's frameworks agrees with stand-ins of the documented signatures, which shows nothing about Apple's modules.
           TributarySwiftUI, views that use it, and those of its tutorial are type-checked in Swift 5, in Swift 6, and in Swift 6 with the
           main actor as the default isolation, with SwiftUI's builder of views and with the newer one, which takes content of any
           kind. Bindings are run with a stand-in for Binding that can be read and set, and so is the adapter for Foundation's UndoManager.
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COUNTS = [8, 15, 40]
KINDS = ["ifLet", "ifCaseLet", "destination", "forEach", "stack", "mixed", "onChange"]
MOST_TIMES, TIMEOUT = 2, 20
# `@` is the number of the child, and `!` the place of a mistake. A destination is a case of an optional enum.
CHILDREN = {
    "Scope": "Scope(state: \\.child@, action: \\.child@!) { Child@() }",
    "ifLet": ".ifLet(\\.sheet@, action: \\.child@!) { Child@() }",
    "ifCaseLet": ".ifCaseLet(\\.screen.screen@, action: \\.child@!) { Child@() }",
    "destination": ".ifCaseLet(\\.destination.screen@, action: \\.child@!) { Child@() }",
    "forEach": ".forEach(\\.rows@, action: \\.rows@!) { Child@() }",
    "stack": ".forEach(stack: \\.pages@, action: \\.pages@!) { Child@() }",
    "onChange": ".onChange(of: \\.child@.id, update: { old, new, state in state.number! = new - old })",
}
PATH = "public var NAME@: CasePath<ROOT, VALUE> { CasePath(embed: ROOT.NAME@) { if case .NAME@(let value) = $0 { value } else { nil } } }"


def swift_build(*arguments):
    return subprocess.run(["swift", "build", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def built(*targets):
    """The folder of the products, after these targets were built."""
    for target in targets:
        swift_build("--target", target)
    return Path(swift_build("--show-bin-path"))


def messages(work):
    products, folder = built("Tributary", "TributaryTesting"), ROOT / "Tests/CompilerMessages"
    flow = folder / "Flow.swift"
    types = sorted(path for path in folder.glob("*.swift") if path != flow)
    told = defaultdict(list)
    # Where the types are wrong, the compiler does not look further: hence two calls.
    for mode, files in [("-typecheck", types), ("-emit-sil", [folder / "Feature.swift", flow])]:
        done = subprocess.run(
            ["swiftc", "-frontend", mode, *files, "-o", "/dev/null", "-module-name", "Mistakes", "-parse-as-library", "-swift-version", "6",
             "-diagnostic-style", "llvm", "-I", products / "Modules", "-load-plugin-executable",
             f"{products}/TributaryMacros-tool#TributaryMacros"], capture_output=True, text=True)
        found = re.findall(rf"^{folder}/(\w+\.swift:\d+):\d+: (?:error|warning): (.*)", done.stderr, re.M)
        if not found:
            sys.exit(done.stderr)
        for place, text in found:
            told[place].append(text)
    wanted = {f"{path.name}:{number}": (match[1], match[2]) for path in [*types, flow]
              for number, line in enumerate(path.read_text().splitlines(), 1) if (match := re.search(r" // (error|poor): (.*)", line))}
    wrong = [f'{place} is not told "{text}", but: {told[place]}' for place, (_, text) in wanted.items()
             if not any(text in each for each in told[place])]
    wrong += [f"{place} has no mistake, and is told: {texts}" for place, texts in told.items() if texts and place not in wanted]
    if wrong or len(wanted) < 20:
        sys.exit("\n".join([*wrong, f"{len(wanted)} mistakes."]))
    poor = sum(kind == "poor" for kind, _ in wanted.values())
    print(f"{len(wanted)} mistakes are told in their lines; what is wrong is named in all but {poor}.")


def parts():
    """A module of forty children of each kind."""
    def each(text):
        return "\n".join(text.replace("@", str(number)) for number in range(1, 41))

    def paths(root, **values):
        texts = [PATH.replace("NAME", name).replace("ROOT", root).replace("VALUE", value) for name, value in values.items()]
        return ("public struct AllCasePaths: Sendable {\n" + each("\n".join(texts))
                + "\n}\npublic static let allCasePaths = AllCasePaths()\n}\n")

    rows, pages = "IdentifiedAction<Int, Child@.Action>", "StackAction<Child@.State, Child@.Action>"
    return "\n".join([
        "public import TributaryCore", "public import TributaryPresenting",
        each("public struct Child@: Reducer { public struct State: Identifiable { public var id = 0; public init() {} }\n"
             "public enum Action { case go, stop(Int) }; public init() {}\n"
             "public var body: some Reducer<State, Action> { EmptyReducer() } }"),
        "public enum Screen: CasePathable {", each("case screen@(Child@.State)"), paths("Screen", screen="Child@.State"),
        "public enum Event: CasePathable {", each(f"case child@(Child@.Action), rows@({rows}), pages@({pages})"),
        paths("Event", child="Child@.Action", rows=rows, pages=pages),
        "public struct Whole { public var screen = Screen.screen1(Child1.State()); public var number = 0; public var destination: Screen?",
        each("public var child@ = Child@.State(); public var sheet@: Child@.State?\n"
             "public var rows@: IdentifiedArray<Int, Child@.State> = []; public var pages@ = Stack<Child@.State>()"), "}", ""])


def measure(work, products, kind, count, misspelled):
    """The seconds that the compiler takes for a body; fails where it does not report what it should."""
    mixed = ["ifLet", "ifCaseLet", "forEach", "stack"]
    lines = [CHILDREN[mixed[number % 4] if kind == "mixed" else kind].replace("@", str(number)).replace(
        "!", misspelled if number == count // 2 else "") for number in range(1, count + 1)]
    (work / "Body.swift").write_text("\n".join([
        "import TributaryCore", "import TributaryPresenting", "import Parts", "struct Body: Reducer {",
        "var body: some Reducer<Whole, Event> {", *([] if kind == "Scope" else ["EmptyReducer<Whole, Event>()"]), *lines, "}", "}", ""]))
    least = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            ["timeout", str(TIMEOUT), "swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-I", products / "Modules", "-I", work,
             work / "Body.swift"], capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if least > TIMEOUT * 0.9:
            break
    errors = "\n".join(re.findall(r"^[^ ].*error:.*", done.stderr, re.M))
    if errors and not misspelled:
        sys.exit(errors)
    if misspelled and not re.search(f"has no member '.*{misspelled}'", errors):
        print(f"A misspelled name among {count} × {kind} is not named:\n{errors}", file=sys.stderr)
        least = TIMEOUT
    return least


def time(work):
    products = built("Tributary", "TributaryTesting")
    (work / "Parts.swift").write_text(parts())
    subprocess.run(["swiftc", "-emit-module", "-parse-as-library", "-swift-version", "6", "-enable-upcoming-feature",
                    "InternalImportsByDefault", "-module-name", "Parts", "-emit-module-path", work / "Parts.swiftmodule",
                    "-I", products / "Modules", work / "Parts.swift"], check=True)
    print(f"{'children':<12} {'count':>5} {'Scope/s':>8} {'right/s':>8} {'misspelled/s':>12}")
    for count in COUNTS:
        reference, slow = measure(work, products, "Scope", count, ""), []
        for kind in KINDS:
            right, wrong = measure(work, products, kind, count, ""), measure(work, products, kind, count, "Misspelled")
            print(f"{kind:<12} {count:>5} {reference:>8.2f} {right:>8.2f} {wrong:>12.2f}", flush=True)
            if max(right, wrong) > reference * MOST_TIMES:
                slow.append(f"{count} × {kind} takes more than {MOST_TIMES} times as long as as many `Scope`s.")
        # A kind that takes long with few children takes longer with many.
        if slow:
            sys.exit("\n".join(slow))


def swiftui(work):
    wings = ["TributaryUndo", "TributaryForms", "TributaryPresenting"]
    products = built(*wings)
    # Without the name of its package, the core's `package` symbols are not seen.
    line = next(line for line in (products / "../../debug.yaml").read_text().splitlines() if '"-module-name","TributaryCore"' in line)
    package = re.search('"-package-name","([^"]*)"', line)[1]
    # By the sources there are: a build folder may also hold objects of sources that are gone.
    objects = [products / f"{target}.build/{path.name}.o" for target in ["TributaryCore", *wings]
               for path in (ROOT / "Sources" / target).rglob("*.swift")]
    stubs, sources = ROOT / "Tests/SwiftUIStub", ROOT / "Sources/TributarySwiftUI"
    people = [stubs / f"{name}.swift" for name in ["Profile", "People", "People+Action", "Trash", "Album"]]
    samples = people + [stubs / f"{name}.swift" for name in ["ProfileView", "PeopleView", "TrashView", "AlbumView"]]
    # The tutorial, exactly as on its page.
    page = "Sources/Tributary/Tributary.docc/Articles/getting-started-with-swiftui.md"
    subprocess.run([sys.executable, "Scripts/newcomer.py", "--write", page, work / "steps", "TributaryCore", "TributaryForms",
                    "TributaryPresenting"], check=True, stdout=subprocess.DEVNULL)
    samples += sorted((work / "steps/Sources").glob("*.swift"))
    features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]

    def compile_swift(modules, *arguments, version="6", library=True, features=features):
        subprocess.run(["swiftc", "-warnings-as-errors", *(["-parse-as-library"] if library else []), "-package-name", package,
                        *(word for each in features for word in ("-enable-upcoming-feature", each)), "-I", modules, "-I",
                        products / "Modules", "-swift-version", version, *arguments], check=True)

    def module(folder, name, files, *arguments):
        folder.mkdir(exist_ok=True)
        compile_swift(folder, "-emit-module", "-module-name", name, "-emit-module-path", folder / f"{name}.swiftmodule", *arguments, *files)

    for builder in ["VIEW_BUILDER", "TYPE_AGNOSTIC_BUILDER"]:
        module(work, "SwiftUI", [stubs / "SwiftUI.swift"], f"-D{builder}")
        module(work, "TributarySwiftUI", sources.glob("*.swift"))
        typecheck = ["-typecheck", "-module-name", "Samples", *samples]
        # Not where the main actor is the default: paths by hand say `nonisolated` there, and then Swift 5 wants closures.
        compile_swift(work, *typecheck, stubs / "Door.swift", version="5")
        compile_swift(work, *typecheck, stubs / "Door.swift")
        compile_swift(work, *typecheck, "-default-isolation", "MainActor")
    print("TributarySwiftUI and the views of the samples and of the first steps agree with the stand-in for SwiftUI.")

    running, binding = work / "running", ROOT / "Tests/BindingCheck"
    module(running, "SwiftUI", [binding / "SwiftUI.swift"], "-emit-object", "-o", running / "SwiftUI.o")
    names = ["Exports", "Store+Binding", "Store+Presenting", "Store+Navigating", "Send+Animating"]
    module(running, "TributarySwiftUI", [sources / f"{name}.swift" for name in names], "-emit-object", "-whole-module-optimization",
           "-o", running / "TributarySwiftUI.o")
    compile_swift(running, "-module-name", "BindingCheck", "-o", running / "check", binding / "main.swift", *people,
                  *running.glob("*.o"), *objects, library=False, features=["ExistentialAny", "MemberImportVisibility"])
    subprocess.run([running / "check"], check=True)

    undo, undoing = work / "undo", ROOT / "Tests/UndoManagerCheck"
    undo.mkdir()
    for name in ["ObjectiveC", "Foundation"]:
        subprocess.run(["swiftc", "-swift-version", "6", "-parse-as-library", "-emit-module", "-emit-object", "-module-name", name,
                        "-emit-module-path", undo / f"{name}.swiftmodule", "-o", undo / f"{name}.o", "-I", undo,
                        undoing / f"{name}.swift"], check=True)
    compile_swift(undo, "-module-name", "UndoManagerCheck", "-o", undo / "check", ROOT / "Sources/Tributary/Store+UndoManager.swift",
                  undoing / "main.swift", *undo.glob("*.o"), *objects, library=False)
    subprocess.run([undo / "check"], check=True)


CHECKS = {"time": time, "messages": messages, "swiftui": swiftui}
if not set(sys.argv[1:]) <= set(CHECKS):
    sys.exit(__doc__)
os.chdir(ROOT)
for name in sys.argv[1:] or CHECKS:
    with tempfile.TemporaryDirectory() as work:
        CHECKS[name](Path(work))
