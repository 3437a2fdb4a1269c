#!/usr/bin/env python3
"""Checks the pages, and builds the site: the documentation of all products in one archive, for any server of files. Errors are names of
files and scripts that do not exist, claims of Documentation/claims.md that a page does not make or whose proof is not there, dead links,
warnings of DocC, public symbols without a topic, and words by which the navigator does not find the right page first.

    documentation.py [--base PATH]   writes .build/documentation/site, for a server that offers it under PATH
    documentation.py --update        first writes symbols without a topic to the pages of their types

To look at it: python3 -m http.server --directory .build/documentation/site

The symbols are those of macOS, where every product has all of its API. Scripts/check-platforms.sh compiles the modules against stand-ins,
so Linux is enough, and nothing has to be built before.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path


def own(folder):
    """Takes out of the symbol graphs everything that a module exports of others: it is described with those."""
    for path in sorted(Path(folder).glob("*/*.symbols.json")):
        graph = json.loads(path.read_text())
        # They are those of a compiler for macOS, which has all of each product; nothing is said about platforms.
        graph["module"]["platform"] = {}
        graph["symbols"] = [each for each in graph["symbols"] if "location" in each]
        here = {each["identifier"]["precise"] for each in graph["symbols"]}
        graph["relationships"] = [each for each in graph["relationships"] if each["source"] in here]
        extensions = {} if "@" in path.name else extending(graph, here)
        for module, symbols, relationships in extensions.values():
            beside = path.with_name(path.name.replace(".", f"@{module}.", 1))
            other = json.loads(beside.read_text()) if beside.exists() else {**graph, "symbols": [], "relationships": []}
            other["symbols"] += symbols
            other["relationships"] += relationships
            beside.write_text(json.dumps(other))
        path.write_text(json.dumps(graph))


def extending(graph, here):
    """Takes out what extends a type of another module that this one exports. The compiler counts such a type among this
    module's, and DocC would look for its page here: so it is told of an extension, as for modules that are not exported."""
    away = {each["source"]: each for each in graph["relationships"] if each["kind"] == "memberOf" and each["target"] not in here}
    found = {}
    for symbol in graph["symbols"]:
        precise = symbol["identifier"]["precise"]
        if precise not in away:
            continue
        extended = symbol["swiftExtension"]
        member = away[precise]
        type_name = symbol["pathComponents"][0]
        module, symbols, relationships = found.setdefault(member["target"], (extended["extendedModule"], [], []))
        extension = f"s:e:{member['target']}:{graph['module']['name']}"
        if not symbols:
            words = [{"kind": "keyword", "spelling": "extension"}, {"kind": "text", "spelling": " "},
                     {"kind": "typeIdentifier", "spelling": type_name, "preciseIdentifier": member["target"]}]
            symbols.append({
                "kind": {"identifier": "swift.extension", "displayName": "Extension"}, "pathComponents": [type_name],
                "identifier": {"precise": extension, "interfaceLanguage": "swift"},
                "names": {"title": type_name, "subHeading": words, "navigator": [{"kind": "identifier", "spelling": type_name}]},
                "swiftExtension": {"extendedModule": module, "typeKind": extended["typeKind"]},
                "declarationFragments": words, "accessLevel": "public", "location": symbol["location"],
            })
            relationships.append({"kind": "extensionTo", "source": extension, "target": member["target"],
                                  "targetFallback": member["targetFallback"]})
        symbols.append(symbol)
        relationships.append({**member, "target": extension})
    taken = {each["identifier"]["precise"] for _, symbols, _ in found.values() for each in symbols}
    graph["symbols"] = [each for each in graph["symbols"] if each["identifier"]["precise"] not in taken]
    graph["relationships"] = [each for each in graph["relationships"] if each["source"] not in taken]
    return found


def uncurated(archive):
    """DocC puts what no topic names into groups of its own, by kind, and says that they are generated."""
    for path in sorted(Path(archive).glob("data/documentation/**/*.json")):
        page = json.loads(path.read_text())
        # What a type does because it conforms to a protocol is on a page by the name of the protocol.
        if page["metadata"].get("role") == "collectionGroup" and page["metadata"]["title"].endswith(" Implementations"):
            continue
        for section in page.get("topicSections", []):
            # What comes by way of protocols is grouped by them.
            if section.get("generated") and section.get("title") != "Default Implementations":
                yield page["identifier"]["url"], section["title"], section["identifiers"]


def curate(archive, catalogue):
    pages = {}
    for page, group, names in uncurated(archive):
        where = page.rpartition("/documentation/")[2]
        heading = next((words for words, kinds in HEADINGS.items() if group in kinds), "Types")
        found = pages.setdefault(where, {}).setdefault(heading, [])
        # DocC's addresses have no `<`.
        found += [name.rpartition("/documentation/")[2][len(where) + 1:].replace("_(_:_:)", "<(_:_:)") for name in names]
    for page, groups in pages.items():
        module, _, name = re.sub(r"-swift\.(struct|enum|class)", "", page).partition("/")
        path = Path(catalogue) / (f"Symbols/{name.replace('/', '+')}.md" if name else f"{module}.md")
        text = path.read_text() if path.exists() else f"# ``{page}``\n\n## Topics\n"
        for heading in [each for each in HEADINGS if each in groups]:
            text += f"\n### {heading}\n\n" + "".join(f"- ``{each}``\n" for each in groups[heading])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        print(f"{path}: {sum(map(len, groups.values()))} more")


HEADINGS = {
    "Associated types": ["Associated Types"], "Initializers": ["Initializers"],
    "Predefined values": ["Type Properties", "Type Methods"], "Cases": ["Enumeration Cases"],
    "Properties": ["Instance Properties"], "Methods": ["Instance Methods", "Subscripts", "Operators", "Functions"], "Types": [],
}


def dead(site):
    """DocC checks the links to symbols and articles, and leaves those written as addresses."""
    root = Path(site)
    pages = {"/" + str(path.relative_to(root / "data").with_suffix("")).lower() for path in root.glob("data/**/*.json")}
    for path in sorted(root.glob("data/**/*.json")):
        for each in json.loads(path.read_text()).get("references", {}).values():
            address = each.get("url", "")
            if address.startswith("/") and address.partition("#")[0].rstrip("/").lower() not in pages:
                yield f"{path.relative_to(root)}: {address}"
            files = each.get("variants", []) if each.get("type") in ("image", "file") else []
            yield from (f"{path.relative_to(root)}: {file['url']}" for file in files if not (root / file["url"].lstrip("/")).exists())


def missing(page):
    text = re.sub(r"```.*?```", "", Path(page).read_text(), flags=re.S)
    for address in re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"", text):
        address = (address[0] or address[1]).partition("#")[0]
        # DocC names its pictures without a path.
        if address and ":" not in address and ("." in address or ".docc" not in page) and not (Path(page).parent / address).exists():
            yield f"{page}: {address}"
    scripts = set(re.findall(r"(Scripts/[\w.-]+\.(?:sh|py)\b)(?: ([a-z]+(?:-[a-z]+)?)\b)?", Path(page).read_text()))
    for script, name in sorted(scripts):
        # A check is a function of the script.
        if not Path(script).exists() or script.endswith("/check.sh") and name and f"\n{name}() (" not in Path(script).read_text():
            yield f"{page}: {script} {name}"


def unknown(pages):
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True, check=True)
    files = ["/" + path for path in listed.stdout.splitlines() if Path(path).exists()]
    for page in pages:
        text = re.sub(r"https://\S+", "", Path(page).read_text())
        for name in sorted(set(re.findall(r"[A-Za-z0-9_+/.-]+\.(?:swift|sh|py|md|txt)\b", text))):
            # `Type+Role.swift` is a pattern of names.
            if name != "Type+Role.swift" and not any(file.endswith("/" + re.sub(r"^(\.\./)*", "", name)) for file in files):
                yield f"{page}: {name}"


def unproven(path):
    """A heading of the list is a page. A proof is an address, or a path, and after # words that the file has."""
    page = ""
    for line in Path(path).read_text().splitlines():
        if line.startswith("## "):
            page = " ".join(Path(line[3:]).read_text().split())
        claim, _, proof = line.removeprefix('- "').partition('": ')
        names = re.findall(r"`([^`# ]+/[^`# ]+)[^`#]*(?:#([^`]+))?`", proof)
        if line.startswith("- ") and (claim not in page or not (names or "https://" in proof)):
            yield f"Not on the page, or without a proof: {line}"
        yield from (f"{path}: {name} {words} is not there." for name, words in names
                    if not Path(name).exists() or words and words not in Path(name).read_text())


def entries(nodes):
    """The pages of a navigator in its order, without the names of groups."""
    for each in nodes:
        if "path" in each:
            yield each["title"], each["path"].lower()
        yield from entries(each.get("children", []))


def output(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def unfound(site):
    """Words that the filter of the library's navigator does not find, or not on the right page first. Other products have their own."""
    index = json.loads((site / "index/index.json").read_text())
    products = [each for tops in index["interfaceLanguages"].values() for top in tops for each in top["children"]]
    pages = list(entries([each for each in products if each["path"] == "/documentation/tributary"]))
    for word, _, page in (each.partition("=") for each in FINDS):
        matches = [path for title, path in pages if word.lower() in title.lower()]
        if not matches:
            yield f"The navigator finds nothing by {word!r}."
        elif page and matches[0] != f"/documentation/tributary/{page}":
            yield f"By {word!r}, the navigator finds {matches[0]} first, not {page}."


FINDS = """navigation=rows-enums-and-navigation timer=effects-and-how-they-end debounce=debounce-input paginate=paginate-a-list
    upload=upload-with-progress share=share-state persist=keeping-a-store migrate=coming-from-tca sheet=rows-enums-and-navigation
    undo=undo-and-redo inject=dependencies form=forms debug=debugging observe=observing-a-store server=servers
    concurrency=concurrency-and-isolation compare=comparing test effect cancel stack alert dependency log performance terminal
    journal""".split() + ["getting started=getting-started", "test a timer=test-a-timer"]
# Each after those to which its pages lead.
PRODUCTS = ["Tributary" + name for name in (*"Core Undo Components Forms Persistence Presenting Log Journal".split(), "",
            *"Testing Combine SwiftUI Postgres Cluster Server Inspector".split())]
# The renderer breaks no long word in a table, so that code would push its neighbors out of the page; and 77 letters of code are as wide as
# a page is.
RULES = """
table td { min-width: 5em; vertical-align: top }
table td code { font-size: 0.85em; overflow-wrap: anywhere }
.code-listing code { font-size: 13px !important }
"""


def complain(found, remedy=""):
    if found := list(found):
        sys.exit("\n".join([*found, remedy]).strip())


def convert(docc, product, work, base, known):
    """Makes the archive of a product; returns the warnings."""
    options = {"additional-symbol-graph-dir": f"{work}/graphs/{product}", "fallback-display-name": product,
               "fallback-bundle-identifier": f"tributary.{product}", "fallback-default-module-kind": "Library",
               "hosting-base-path": base, "output-path": f"{work}/{product}.doccarchive"}
    command = [docc, "convert", f"Sources/{product}/{product}.docc", "--enable-experimental-external-link-support"]
    command += [word for name, value in [*options.items(), *(("dependency", each) for each in known)] for word in (f"--{name}", value)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.strip().splitlines()


def main(base="/", update=False):
    os.chdir(Path(__file__).resolve().parents[1])
    pages = output("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md").splitlines()
    found = [*unknown(["CONTRIBUTING.md", "AGENTS.md", *map(str, Path("Documentation").glob("*.md")),
                       *map(str, Path("Documentation/Design").glob("*.md"))]),
             *(each for page in ["llms.txt", *pages] if Path(page).exists() for each in missing(page))]
    complain([*(f"{each} is not there." for each in found), *unproven("Documentation/claims.md")])

    docc = shutil.which("docc") or output("xcrun", "--find", "docc")
    work = Path(".build/documentation")
    (work / "graphs").mkdir(parents=True, exist_ok=True)
    subprocess.run(["Scripts/check-platforms.sh", "api", "--graphs", f"{work}/graphs"], check=True)
    own(work / "graphs")
    if sorted(PRODUCTS) != sorted(path.name for path in (work / "graphs").iterdir()):
        sys.exit("The products in Package.swift are not those that Scripts/documentation.py lists.")
    archives, wrong = [], []
    for product in PRODUCTS:
        catalogue, archive = Path(f"Sources/{product}/{product}.docc"), f"{work}/{product}.doccarchive"
        catalogue.mkdir(exist_ok=True)
        if update:
            convert(docc, product, work, base, archives)
            curate(archive, catalogue)
        wrong += convert(docc, product, work, base, archives)
        for page, group, names in uncurated(archive):
            where = page.rpartition("/documentation/")[2]
            names = [name.rpartition("/documentation/")[2][len(where) + 1:] for name in names]
            wrong += [f"{where}: no topic names ``{name}`` ({group})" for name in names]
        archives.append(archive)
    complain(wrong, "Scripts/documentation.py --update names symbols on their pages.")

    site = work / "site"
    shutil.rmtree(site, ignore_errors=True)
    subprocess.run([docc, "merge", *archives, "--synthesized-landing-page-name", "Tributary", "--synthesized-landing-page-kind", "Package",
                    "--output-path", str(site)], check=True)
    # The renderer asks for it, and complains in the console of the browser where there is none.
    (site / "theme-settings.json").write_text("{}\n")
    with next(site.glob("css/index.*.css")).open("a") as style:
        style.write(RULES)
    # The address of the site leads to the page of the library.
    (site / "index.html").write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tributary</title><meta http-equiv="refresh" content="0; '
        'url=documentation/tributary/"><a href="documentation/tributary/">Tributary</a></html>\n')
    complain([*(f"{each} is not there." for each in dead(site)), *unfound(site)])
    subprocess.run([sys.executable, "Scripts/pictures.py", "--check"], check=True)
    print(f"The site is in {site}.")


match sys.argv[1:]:
    case []:
        main()
    case ["--base", path]:
        main(base=path)
    case ["--update"]:
        main(update=True)
    case _:
        sys.exit(__doc__)
