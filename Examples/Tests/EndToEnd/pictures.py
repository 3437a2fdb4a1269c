#!/usr/bin/env python3
"""Writes the pictures of the chat's page, in light and dark; it needs Pillow."""

import pathlib
import tempfile

from browser import Browser, expect, root
from chatting import Client, Server
from PIL import Image

talk = [
    ("ada", "Has anybody read what the engine may weave?"),
    ("bob", "Algebraical patterns, as the loom weaves flowers and leaves."),
    ("ada", "Then it may compose, too, if somebody tells it the rules of harmony."),
]
folder = pathlib.Path(tempfile.mkdtemp())
server = Server(folder)
terminals = {name: Client(name, server.port) for name in ["ada", "bob"]}
for terminal in terminals.values():
    terminal.enter("hall")
    terminal.say("join garden")
    terminal.say("join hall")
for number, (name, text) in enumerate(talk, 1):
    terminals[name].say(f"say {text}")
    terminals[name].prints_line(f"{number}. {name}: {text}")

for scheme in ["light", "dark"]:
    page = Browser.start().new_page(viewport={"width": 1000, "height": 480}, color_scheme=scheme)
    page.goto(server.page)
    page.locator("#guest-name").fill(f"eve-{scheme}")
    page.get_by_role("button", name="Come in").click()
    expect(page.locator("#messages .message").filter(has_text=talk[2][1])).to_be_visible()
    field = page.get_by_role("combobox", name="Message")
    for line in ["/join garden", "/join hall", f"Who wrote those rules down, {talk[0][0]}?"]:
        field.fill(line)
        field.press("Enter")
    expect(page.locator("#messages .message").filter(has_text="Who wrote")).to_have_count(1 if scheme == "light" else 2)
    terminals["bob"].say("join garden")
    terminals["bob"].say("say Roses.")
    terminals["bob"].say("join hall")
    expect(page.locator(".unread")).to_be_visible()
    field.fill("/")
    path = root / f"Documentation/Pictures/chat-page-{scheme}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(256, kmeans=3, dither=Image.Dither.NONE).save(path, optimize=True)
    page.close()
for program in [*terminals.values(), server]:
    program.kill()
Browser.stop()
