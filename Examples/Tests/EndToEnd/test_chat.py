"""The chat's server, its clients, and its page in Chromium: every acknowledged message is there once and in order, even after the server
was killed; guests, members, rooms, and access."""

import os
import random
import re
import signal
import subprocess
import time

import browser
import pytest
from browser import expect
from conftest import ChatPageTests, Client, Server, client_arguments, password, run, script
from programs import PATIENCE

KILLS = int(os.environ.get("CHAT_KILLS", "10"))
HISTORY = ["1. ada: Hello", "2. bob: Hi Ada", "3. ada: Is anybody there?", "4. Bob B.: I am"]


class Chat:
    """A server with its files in a folder, and clients."""

    def __init__(self, folder):
        self.folder, self.server, self.running = folder, None, []
        self.open()

    def started(self, program):
        self.running.append(program)
        return program

    def open(self):
        self.server = self.started(Server(self.folder, self.server.port if self.server else 0, rooms="cellar"))

    def client(self, name, seed):
        return self.started(Client(name, self.server.port, "--seed", seed, "--timeout", 60))

    def ask(self, *lines, status=0):
        return run("chat", *client_arguments("ada", self.server.port), status=status, lines=script(*lines), errors=subprocess.STDOUT)


@pytest.fixture
def chat(tmp_path):
    chat = Chat(tmp_path)
    yield chat
    for program in chat.running:
        program.kill()


def messages(lines):
    return [line for line in lines if re.match(r"\d+\. ", line)]


def test_messages_survive_a_restart_once_and_in_order(chat):
    ada, bob = chat.client("ada", 1), chat.client("bob", 2)
    ada.enter("hall", "correct-horse")
    ada.say("say Hello")
    ada.prints_line("1. ada: Hello")
    bob.enter("hall", "staple-battery")
    bob.say("say Hi Ada", "rename Bob B.", "who")
    bob.prints_line("In hall: ada, Bob B..")
    ada.say("wait 2", "history")
    ada.prints_line("2. bob: Hi Ada")

    # The server ends while both are connected. A message sent meanwhile waits, and arrives once.
    chat.server.stop()
    ada.say("wait offline", "say Is anybody there?")
    ada.prints_line("The connection is not there.")
    bob.say("wait offline")
    bob.prints_line("The connection is not there.")
    chat.open()
    ada.prints_line("3. ada: Is anybody there?")
    bob.say("wait 3", "wait online", "say I am", "history", "quit")
    bob.prints_line("4. Bob B.: I am")
    ada.say("wait 4", "history", "quit")
    for client in (ada, bob):
        client.ends()
        assert messages(client.lines)[-4:] == HISTORY, f"{client.name} has another history."

    # A code is computed without the client, signs in once, and is refused when it is replayed.
    secret = ada.lines[next(index for index, line in enumerate(ada.lines) if "Give this secret" in line) + 1]
    code = run("chat", "totp", secret, "--at", int(time.time()) + 30).strip()
    assert "4. Bob B.: I am" in chat.ask(f"signin correct-horse {code}", "join hall", "quit").splitlines()
    replayed = chat.ask(f"signin correct-horse {code}", "quit", status=1)
    assert re.search("^! That code was used before", replayed, re.MULTILINE)

    # No password is in an output or readable in the database.
    chat.server.stop()
    files = [path.read_bytes() for path in chat.folder.glob("*.sqlite*")]
    for text in [*files, *(str(program).encode() for program in chat.running if program is not bob)]:
        assert b"correct-horse" not in text
        assert b"staple-battery" not in text


def test_no_message_is_lost_while_the_server_is_killed(chat):
    eve, dan, guest = clients = chat.client("eve", 3), chat.client("dan", 4), chat.client("gus", 5)
    eve.enter("cellar")
    eve.prints_line("In cellar: eve.")
    dan.enter("cellar")
    dan.prints_line("In cellar: dan, eve.")
    guest.say("guest gus", "join hall", "join cellar")
    guest.prints_line("! Guests may not enter that room; sign in with an account.")
    guest.prints_line("In cellar: dan, eve, ~gus.")

    def echoes():
        """The acknowledged messages, with their times."""
        return [line for client in clients for line in list(client.lines) if re.match(r"\d+\. (eve|dan|~gus): ", line)]

    def wait_for_echoes(count):
        deadline = time.monotonic() + PATIENCE
        while len(echoes()) < count:
            assert time.monotonic() < deadline, f"{len(echoes())} of {count} messages arrived.\n" + "\n".join(map(str, clients))
            time.sleep(0.01)

    for round_number in range(1, KILLS + 1):
        for number in range(1, 11):
            eve.say(f"say {round_number}-{number}")
            dan.say(f"say {round_number}-{number}")
        guest.say(f"say {round_number}")
        # Somewhere between the first message and the last.
        wait_for_echoes(len(echoes()) + random.randrange(15))
        if round_number % 3 == 0:
            chat.server.stop()
        else:
            chat.server.kill()
        chat.open()
    count = 21 * KILLS
    for client in clients:
        client.say(f"wait {count}")
    wait_for_echoes(count)
    told = sorted(echoes(), key=lambda line: int(line.split(".")[0]))
    for client in clients:
        client.say("history", "quit")
    eve.ends()
    dan.ends()
    guest.ends(1)  # it was refused a room for members
    assert [int(line.split(".")[0]) for line in told] == list(range(1, count + 1)), "A message is lost or doubled."
    assert len({line.split(" ", 1)[1] for line in told}) == count, "A message is there twice."
    shown = min(count, 1000)  # a client shows no more
    for client in clients:
        assert messages(client.lines)[-shown:] == told[-shown:], f"{client.name} has another history."
    chat.server.stop()


class TalkingTests(ChatPageTests):
    def test_a_guest_and_a_terminal_talk_and_nothing_that_is_said_is_more_than_text(self):
        ada = self.terminal("ada")
        self.guest("eve")
        expect(self.at("#members")).to_contain_text("ada")
        expect(self.at("#members li").filter(has_text="~eve")).to_contain_text("guest")
        self.type("Hello from a page")
        ada.say("wait 1", "history")
        ada.prints_line("1. ~eve: Hello from a page")
        hostile = '<img src=x onerror="document.title=1"> & <script>alert(1)</script>'
        ada.say("say " + hostile)
        message = self.shown("onerror")
        expect(message.locator(".text")).to_have_text(hostile)
        self.assertEqual(self.at("#history img, #history script, #members img").count(), 0)
        expect(self.at("#announcer")).to_have_text(f"ada: {hostile}")
        # The time of the message, in the reader's zone.
        expect(message.locator("time")).to_have_attribute("datetime", re.compile(r"^\d{4}-\d\d-\d\dT.*Z$"))
        # Only some rooms are for guests, and a guest keeps the name.
        self.type("/join cellar")
        self.alerts("Guests may not enter that room")
        expect(self.at(".room")).to_have_count(1)
        self.type("/rename ada")
        self.alerts("Guests keep the name")

    def test_a_member_signs_in_with_both_factors_and_no_password_is_left_anywhere(self):
        self.sign_up("bob")
        self.type("/rename Bob B.")
        expect(self.at("#who-am-i")).to_have_text("as Bob B.")
        ada = self.terminal("ada")
        ada.say("who")
        ada.prints_line("In hall: ada, Bob B..")
        left = self.page.evaluate("""() => [
            document.documentElement.outerHTML, JSON.stringify(sessionStorage), JSON.stringify(localStorage),
            ...[...document.querySelectorAll("input")].map((input) => input.value), location.href, document.cookie,
        ].join("\\n")""")
        self.assertNotIn(password, left)
        for path in self.folder.iterdir():
            self.assertNotIn(password.encode(), path.read_bytes(), path.name)
        # Another person at this screen is not bob.
        self.button("Sign out").click()
        expect(self.role("form", "Sign in")).to_be_visible()
        self.page.reload()
        expect(self.role("form", "Sign in")).to_be_visible()

    def test_rooms_have_unread_marks_and_keys_go_to_them(self):
        ada = self.terminal("ada", "garden")
        self.guest("eve")
        self.type("/join garden")
        expect(self.role("heading", level=1)).to_have_text("#garden")
        self.field.press("Alt+ArrowUp")
        expect(self.role("heading", level=1)).to_have_text("#hall")
        for text in ["One", "Two"]:
            ada.say(f"say {text}")
        garden = self.button("#garden 2 unread")
        expect(garden).to_be_visible()
        expect(self.page).to_have_title("(2) #hall")
        self.field.fill("half a sentence")
        self.field.press("Alt+ArrowDown")
        expect(self.button("#garden")).to_have_attribute("aria-current", "true")
        expect(self.page).to_have_title("#garden")
        expect(self.shown("One").locator(".new")).to_have_text("New")
        # A draft belongs to its room.
        expect(self.field).to_have_value("")
        self.field.press("Alt+ArrowDown")
        expect(self.field).to_have_value("half a sentence")
        self.type("/leave")
        expect(self.at(".room")).to_have_count(1)

    def test_what_was_typed_comes_back_and_commands_are_completed(self):
        self.guest("eve")
        for text in ["first", "second"]:
            self.type(text)
        self.field.fill("unfinished")
        self.field.press("ArrowUp")
        expect(self.field).to_have_value("second")
        self.field.press("ArrowUp")
        self.field.press("ArrowUp")
        expect(self.field).to_have_value("first")
        self.field.press("ArrowDown")
        self.field.press("ArrowDown")
        expect(self.field).to_have_value("unfinished")
        for number in range(30):
            self.type(f"line {number}")
        expect(self.shown("line 29")).to_be_in_viewport()
        self.field.fill("/")
        expect(self.role("option")).to_have_count(5)
        # The newest message is visible, although there is less room.
        expect(self.shown("line 29")).to_be_in_viewport()
        self.field.press("ArrowDown")
        expect(self.role("option", selected=True)).to_contain_text("/leave")
        self.field.fill("/j")
        expect(self.role("option")).to_contain_text(["/join ROOM"])
        self.field.press("Tab")
        expect(self.field).to_have_value("/join ")
        self.field.press("Enter")
        expect(self.role("alert")).to_have_text("Type /join ROOM.")
        self.field.press("Escape")
        expect(self.role("option")).to_have_count(0)

    def test_what_is_unsent_survives_a_killed_server_and_a_page_that_is_loaded_again(self):
        ada = self.terminal("ada")
        self.guest("eve")
        self.type("Before")
        ada.say("wait 1", "history")
        ada.prints_line("1. ~eve: Before")
        port = self.server.port
        self.server.process.send_signal(signal.SIGKILL)
        expect(self.at("#connection")).to_contain_text(re.compile("no connection|connecting"))
        self.type("Meanwhile")
        expect(self.at("#pending")).to_contain_text("Meanwhile")
        self.field.fill("A draft")
        self.server.kill()
        self.server = Server(self.folder, port)
        expect(self.shown("Meanwhile")).to_be_visible()
        expect(self.at("#pending li")).to_have_count(0)
        expect(self.field).to_have_value("A draft")
        ada.say("wait online", "wait 2", "history")
        ada.prints_line("2. ~eve: Meanwhile")
        self.server.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.server.process.wait(), 0)
        expect(self.at("#connection")).to_contain_text(re.compile("no connection|connecting"))
        self.type("Unsent")
        expect(self.at("#pending")).to_contain_text("Unsent")
        self.server = Server(self.folder, port)
        self.page.reload()
        expect(self.at("#who-am-i")).to_have_text("as ~eve")
        expect(self.shown("Unsent")).to_have_count(1)
        expect(self.at("#messages .message .text")).to_have_text(["Before", "Meanwhile", "Unsent"])


class LightTests(ChatPageTests):
    color_scheme = "light"

    def check(self, place):
        """No element is too faint, too small, without a name, or wider than the window."""
        for found in self.page.evaluate(browser.contrasts):
            self.assertGreaterEqual(found["ratio"], found["needed"], f"{place}: {found}")
        self.assertEqual(self.page.evaluate(browser.small_targets), [], place)
        self.assertEqual(browser.unnamed(self.page), [], place)
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(width, 0, place)

    def test_everybody_can_see_and_reach_it(self):
        ada = self.terminal("ada")
        for size in [self.viewport, {"width": 360, "height": 640}]:
            self.page.set_viewport_size(size)
            self.check("door")
        # With keys alone.
        self.at("#guest-name").focus()
        self.page.keyboard.type("eve")
        self.press("Enter")
        self.is_connected()
        expect(self.field).to_be_focused()
        self.type("/join garden")
        self.field.press("Alt+ArrowUp")
        ada.say("say " + "A long word: " + "x" * 300)
        self.type("Something of mine")
        expect(self.shown("Something of mine")).to_be_visible()
        expect(self.shown("A long word")).to_be_visible()
        self.type("/what")
        expect(self.role("alert")).to_be_visible()
        self.field.fill("/")
        for size in [{"width": 360, "height": 640}, self.viewport]:
            self.page.set_viewport_size(size)
            self.check("talk")
        for _ in range(12):
            self.press("Tab")
            focused = self.page.evaluate(browser.focused)
            self.assertTrue(focused["isSeen"] or focused["kind"] == "body", focused)


class DarkTests(LightTests):
    color_scheme = "dark"
