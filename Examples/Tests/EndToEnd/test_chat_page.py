"""The chat's page in Chromium next to clients in terminals: guests, members, rooms, access, and a server that is killed."""

import http.client
import re
import signal

import looking
from browser import expect
from chatting import ChatPageTests, Server, password


class TalkingTests(ChatPageTests):
    def test_a_guest_and_a_terminal_talk_and_nothing_that_is_said_is_more_than_text(self):
        ada = self.terminal("ada")
        self.guest("eve")
        expect(self.page.locator("#members")).to_contain_text("ada")
        expect(self.page.locator("#members li").filter(has_text="~eve")).to_contain_text("guest")
        self.type("Hello from a page")
        ada.say("wait 1")
        ada.say("history")
        ada.prints_line("1. ~eve: Hello from a page")
        hostile = '<img src=x onerror="document.title=1"> & <script>alert(1)</script>'
        ada.say("say " + hostile)
        message = self.shown("onerror")
        expect(message.locator(".text")).to_have_text(hostile)
        self.assertEqual(self.page.locator("#history img, #history script, #members img").count(), 0)
        expect(self.page.locator("#announcer")).to_have_text(f"ada: {hostile}")
        # The time of the message, in the reader's zone.
        expect(message.locator("time")).to_have_attribute("datetime", re.compile(r"^\d{4}-\d\d-\d\dT.*Z$"))
        # Only some rooms are for guests, and a guest keeps the name.
        self.type("/join cellar")
        expect(self.page.get_by_role("alert")).to_contain_text("Guests may not enter that room")
        expect(self.page.locator(".room")).to_have_count(1)
        self.type("/rename ada")
        expect(self.page.get_by_role("alert")).to_contain_text("Guests keep the name")

    def test_a_member_signs_in_with_both_factors_and_no_password_is_left_anywhere(self):
        self.sign_up("bob")
        self.type("/rename Bob B.")
        expect(self.page.locator("#who-am-i")).to_have_text("as Bob B.")
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
        expect(self.page.get_by_role("form", name="Sign in")).to_be_visible()
        self.page.reload()
        expect(self.page.get_by_role("form", name="Sign in")).to_be_visible()

    def test_rooms_have_unread_marks_and_keys_go_to_them(self):
        ada = self.terminal("ada", "garden")
        self.guest("eve")
        self.type("/join garden")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("#garden")
        self.field.press("Alt+ArrowUp")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("#hall")
        for text in ["One", "Two"]:
            ada.say(f"say {text}")
        garden = self.page.get_by_role("button", name="#garden 2 unread", exact=True)
        expect(garden).to_be_visible()
        expect(self.page).to_have_title("(2) #hall")
        self.field.fill("half a sentence")
        self.field.press("Alt+ArrowDown")
        expect(self.page.get_by_role("button", name="#garden", exact=True)).to_have_attribute("aria-current", "true")
        expect(self.page).to_have_title("#garden")
        expect(self.shown("One").locator(".new")).to_have_text("New")
        # A draft belongs to its room.
        expect(self.field).to_have_value("")
        self.field.press("Alt+ArrowDown")
        expect(self.field).to_have_value("half a sentence")
        self.type("/leave")
        expect(self.page.locator(".room")).to_have_count(1)

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
        expect(self.page.get_by_role("option")).to_have_count(5)
        # The newest message is visible, although there is less room.
        expect(self.shown("line 29")).to_be_in_viewport()
        self.field.press("ArrowDown")
        expect(self.page.get_by_role("option", selected=True)).to_contain_text("/leave")
        self.field.fill("/j")
        expect(self.page.get_by_role("option")).to_contain_text(["/join ROOM"])
        self.field.press("Tab")
        expect(self.field).to_have_value("/join ")
        self.field.press("Enter")
        expect(self.page.get_by_role("alert")).to_have_text("Type /join ROOM.")
        self.field.press("Escape")
        expect(self.page.get_by_role("option")).to_have_count(0)

    def test_what_is_unsent_survives_a_killed_server_and_a_page_that_is_loaded_again(self):
        ada = self.terminal("ada")
        self.guest("eve")
        self.type("Before")
        expect(self.shown("Before")).to_be_visible()
        port = self.server.port
        self.server.process.send_signal(signal.SIGKILL)
        expect(self.page.locator("#connection")).to_contain_text(re.compile("no connection|connecting"))
        self.type("Meanwhile")
        expect(self.page.locator("#pending")).to_contain_text("Meanwhile")
        self.field.fill("A draft")
        self.server.kill()
        self.server = Server(self.folder, port)
        expect(self.shown("Meanwhile")).to_be_visible()
        expect(self.page.locator("#pending li")).to_have_count(0)
        expect(self.field).to_have_value("A draft")
        ada.say("wait online")
        ada.say("wait 2")
        ada.say("history")
        ada.prints_line("2. ~eve: Meanwhile")
        # The server stops gracefully; the page is reloaded when it is back, with the messages sent meanwhile.
        self.server.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.server.process.wait(), 0)
        expect(self.page.locator("#connection")).to_contain_text(re.compile("no connection|connecting"))
        self.type("Unsent")
        expect(self.page.locator("#pending")).to_contain_text("Unsent")
        self.server = Server(self.folder, port)
        self.page.reload()
        expect(self.page.locator("#who-am-i")).to_have_text("as ~eve")
        expect(self.shown("Unsent")).to_have_count(1)
        expect(self.page.locator("#messages .message .text")).to_have_text(["Before", "Meanwhile", "Unsent"])


class DoorTests(ChatPageTests):
    def ask(self, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer

    def test_no_other_site_gets_the_page_or_a_socket(self):
        ours = f"127.0.0.1:{self.server.port}"
        self.assertEqual(self.ask("/").status, 200)
        policy = self.ask("/main.js").getheader("Content-Security-Policy")
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertEqual(self.ask("/", Host="chat.example.org").status, 421)
        self.assertEqual(self.ask("/../chat.sqlite").status, 404)
        socket = {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        self.assertEqual(self.ask("/chat", **socket, Origin=f"http://{ours}").status, 101)
        for origin, host in [
            ("https://example.org", ours), ("null", ours), (f"https://{ours}", ours), ("http://evil.org", "evil.org"),
        ]:
            self.assertEqual(self.ask("/chat", **socket, Origin=origin, Host=host).status, 426, origin)


class LightTests(ChatPageTests):
    color_scheme = "light"

    def check(self, place):
        """No element is too faint, too small, without a name, or wider than the window."""
        for found in self.page.evaluate(looking.contrasts):
            self.assertGreaterEqual(found["ratio"], found["needed"], f"{place}: {found}")
        self.assertEqual(self.page.evaluate(looking.small_targets), [], place)
        self.assertEqual(looking.unnamed(self.page), [], place)
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(width, 0, place)

    def test_everybody_can_see_and_reach_it(self):
        ada = self.terminal("ada")
        for size in [self.viewport, {"width": 360, "height": 640}]:
            self.page.set_viewport_size(size)
            self.check("door")
        # With keys alone.
        self.page.locator("#guest-name").focus()
        self.page.keyboard.type("eve")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#connection")).to_have_text("connected")
        expect(self.field).to_be_focused()
        self.type("/join garden")
        self.field.press("Alt+ArrowUp")
        ada.say("say " + "A long word: " + "x" * 300)
        self.type("Something of mine")
        expect(self.shown("Something of mine")).to_be_visible()
        expect(self.shown("A long word")).to_be_visible()
        self.type("/what")
        expect(self.page.get_by_role("alert")).to_be_visible()
        self.field.fill("/")
        for size in [{"width": 360, "height": 640}, self.viewport]:
            self.page.set_viewport_size(size)
            self.check("talk")
        for _ in range(12):
            self.page.keyboard.press("Tab")
            focused = self.page.evaluate(looking.focused)
            self.assertTrue(focused["isSeen"] or focused["kind"] == "body", focused)


class DarkTests(LightTests):
    color_scheme = "dark"
