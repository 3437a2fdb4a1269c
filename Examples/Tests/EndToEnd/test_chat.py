"""The chat's server and its clients: every acknowledged message is there once and in order, even after the server was killed."""

import os
import random
import re
import subprocess
import time

import pytest
from programs import PATIENCE, run

KILLS = int(os.environ.get("CHAT_KILLS", "10"))
HISTORY = ["1. ada: Hello", "2. bob: Hi Ada", "3. ada: Is anybody there?", "4. Bob B.: I am"]


class Chat:
    """A server with its files in a folder, and clients."""

    def __init__(self, start, folder):
        self.start, self.folder, self.port, self.server = start, folder, 0, None
        self.printed = []

    def open(self):
        self.server = self.start("chat-server", "--fast", "--port", self.port, "--journal", self.folder / "chat.sqlite",
                                 "--guest-rooms", "cellar")
        self.printed.append(self.server)
        self.port = int(self.server.finds(r"ws://127\.0\.0\.1:(\d+)/")[1])

    def client(self, name, seed):
        return self.start("chat", "--name", name, "--server", f"ws://127.0.0.1:{self.port}", "--script", "--fast", "--seed", seed,
                          "--timeout", 60)

    def ask(self, *lines, status=0):
        return run("chat", "--name", "ada", "--server", f"ws://127.0.0.1:{self.port}", "--script", "--fast", status=status,
                   lines="".join(f"{line}\n" for line in lines), errors=subprocess.STDOUT)


@pytest.fixture
def chat(start, tmp_path):
    chat = Chat(start, tmp_path)
    chat.open()
    return chat


def messages(lines):
    return [line for line in lines if re.match(r"\d+\. ", line)]


def test_messages_survive_a_restart_once_and_in_order(chat):
    ada, bob = chat.client("ada", 1), chat.client("bob", 2)
    ada.say("signup correct-horse", "signin correct-horse", "join hall", "say Hello")
    ada.prints_line("1. ada: Hello")
    bob.say("signup staple-battery", "signin staple-battery", "join hall", "say Hi Ada", "rename Bob B.", "who")
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
    rfc_6238 = run("chat", "totp", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "--at", 59, "--digits", 8)
    assert rfc_6238.strip() == "94287082"
    code = run("chat", "totp", secret, "--at", int(time.time()) + 30).strip()
    assert "4. Bob B.: I am" in chat.ask(f"signin correct-horse {code}", "join hall", "quit").splitlines()
    replayed = chat.ask(f"signin correct-horse {code}", "quit", status=1)
    assert re.search("^! That code was used before", replayed, re.MULTILINE)
    stranger = chat.ask("join hall", "say Hello", "quit", status=1)
    assert len(re.findall("^! ", stranger, re.MULTILINE)) == 2

    # No password is in an output or readable in the database.
    chat.server.stop()
    files = [path.read_bytes() for path in chat.folder.glob("*.sqlite*")]
    for text in [*files, *(str(program).encode() for program in [*chat.printed, ada])]:
        assert b"correct-horse" not in text
        assert b"staple-battery" not in text


def test_no_message_is_lost_while_the_server_is_killed(chat):
    eve, dan, guest = clients = chat.client("eve", 3), chat.client("dan", 4), chat.client("gus", 5)
    eve.say("signup correct-horse", "signin correct-horse", "join cellar")
    eve.prints_line("In cellar: eve.")
    dan.say("signup correct-horse", "signin correct-horse", "join cellar")
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
