#!/usr/bin/env python3
"""What Scripts/check-documentation.sh needs in addition to DocC. What prints, ends with 1 if it printed something.

    documentation.py graphs FOLDER      takes out of the symbol graphs what a module exports of others, which has no place in
                                        its sources, and is described with those
    documentation.py curated ARCHIVE    prints each public symbol that no topic names
    documentation.py curate ARCHIVE CATALOGUE
                                        writes them at the end of the pages of their types, in groups by kind
    documentation.py links SITE         prints each link to a page that the site does not have
    documentation.py files PAGE…        prints each link of a page to a file, and each script in it, that is not there
    documentation.py named PAGE…        prints each name of a file in a page, such as `Store.swift`, that no file of the repository has
    documentation.py claims LIST        prints each claim of the list that its page does not make, and each proof that is not there
    documentation.py finds SITE WORD…   prints each word that the filter of the library's navigator does not find. For WORD=PAGE,
                                        the first page that it finds has to be PAGE. Other products have their own navigators
"""

import json
import re
import subprocess
import sys
from pathlib import Path


def own(folder):
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


def main(arguments):
    found = []
    match arguments:
        case ["graphs", folder]:
            own(folder)
        case ["curate", archive, catalogue]:
            curate(archive, catalogue)
        case ["curated", archive]:
            for page, group, names in uncurated(archive):
                where = page.rpartition("/documentation/")[2]
                names = [name.rpartition("/documentation/")[2][len(where) + 1:] for name in names]
                found += [f"{where}: no topic names ``{name}`` ({group})" for name in names]
        case ["links", site]:
            found = [f"{each} is not there." for each in dead(site)]
        case ["files", *pages]:
            found = [f"{each} is not there." for page in pages for each in missing(page)]
        case ["named", *pages]:
            found = [f"{each} is not there." for each in unknown(pages)]
        case ["claims", path]:
            found = list(unproven(path))
        case ["finds", site, *words]:
            index = json.loads((Path(site) / "index/index.json").read_text())
            products = [each for tops in index["interfaceLanguages"].values() for top in tops for each in top["children"]]
            library = [each for each in products if each["path"] == "/documentation/tributary"]
            pages = list(entries(library))
            for word, _, page in (each.partition("=") for each in words):
                matches = [path for title, path in pages if word.lower() in title.lower()]
                if not matches:
                    found.append(f"The navigator finds nothing by {word!r}.")
                elif page and matches[0] != f"/documentation/tributary/{page}":
                    found.append(f"By {word!r}, the navigator finds {matches[0]} first, not {page}.")
        case _:
            sys.exit(__doc__)
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main(sys.argv[1:])
