# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""What a page must be for everybody to use it, computed from what the browser shows."""

# Each text that is seen, with its contrast to what is behind it; disabled controls are exempt.
contrasts = """() => {
    const parse = (text) => {
        const parts = text.match(/[\\d.]+/g).map(Number);
        return { r: parts[0], g: parts[1], b: parts[2], a: parts[3] ?? 1 };
    };
    const over = (top, below) => ({
        r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a),
        b: top.b * top.a + below.b * (1 - top.a), a: 1,
    });
    const channel = (value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    };
    const luminance = ({ r, g, b }) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const ratio = (one, other) => {
        const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (light + 0.05) / (dark + 0.05);
    };
    const backgroundOf = (element) => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
        return layers.reverse().reduce((below, layer) => over(layer, below), { r: 255, g: 255, b: 255, a: 1 });
    };
    const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && element.getBoundingClientRect().width > 1;
    const found = [];
    const look = (element, text) => {
        if (!isSeen(element) || element.closest(":disabled, .said-only")) return;
        const style = getComputedStyle(element);
        const background = backgroundOf(element);
        const needed = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
        found.push({
            text: text.trim().slice(0, 40), place: element.className || element.localName, needed,
            ratio: ratio(over(parse(style.color), background), background),
        });
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        if (texts.currentNode.data.trim() !== "") look(texts.currentNode.parentElement, texts.currentNode.data);
    }
    for (const input of document.querySelectorAll("input:not([type=range], [type=checkbox], [type=file])")) {
        look(input, input.value || input.placeholder);
    }
    // Pictures that mean something, and the edges of controls, need less.
    for (const icon of document.querySelectorAll("button .icon, .row-origin .icon")) {
        if (!isSeen(icon.parentElement) || icon.closest(":disabled")) continue;
        const background = backgroundOf(icon.parentElement);
        found.push({
            text: "icon", place: String(icon.parentElement.className), needed: 3,
            ratio: ratio(over(parse(getComputedStyle(icon).color), background), background),
        });
    }
    return found;
}"""

# Controls that are smaller than a finger's tip, but for links within a text.
small_targets = """() => [...document.querySelectorAll("button, input:not([type=file]), select, a.button, [role=treeitem], .action-row")]
    .filter((element) => element.checkVisibility())
    .map((element) => [element.getAttribute("aria-label") || element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24) && !(box.width < 20 && box.height < 20))
    .map(([name, box]) => `${name}: ${Math.round(box.width)} by ${Math.round(box.height)}`)"""

# What has the focus: its name, and whether that is seen.
focused = """() => {
    const element = document.activeElement;
    const style = getComputedStyle(element.matches(".node") ? element.firstElementChild : element);
    return {
        name: element.getAttribute("aria-label") || element.getAttribute("id") || element.textContent.trim(),
        kind: element.getAttribute("role") || element.localName,
        isSeen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    };
}"""

# Roles that have to have a name.
named_roles = {
    "button", "link", "textbox", "searchbox", "combobox", "spinbutton", "slider", "switch", "tab", "tree", "treeitem", "grid",
    "dialog", "checkbox", "toolbar", "tablist", "tabpanel", "region", "group", "listbox", "option", "table", "img",
    "rowheader", "columnheader", "heading",
}


def unnamed(page):
    """What a reader of the screen meets without a name, from the browser's own tree."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    found = []
    for node in nodes:
        role = node.get("role", {}).get("value", "").lower()
        if node.get("ignored") or role not in named_roles:
            continue
        # A group within a tree belongs to its item.
        if role == "group" and not node.get("name", {}).get("value"):
            continue
        if not node.get("name", {}).get("value", "").strip():
            found.append(role)
    return found


def roles(page):
    """How often each role is there, from the browser's own tree."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    counts = {}
    for node in nodes:
        if not node.get("ignored"):
            role = node.get("role", {}).get("value", "")
            counts[role] = counts.get(role, 0) + 1
    return counts
