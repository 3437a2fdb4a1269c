"""With “--inspect”, each program prints the address of a page that shows its actions, and only with the token."""

import resource
import socket
import time
import urllib.error
import urllib.request

import pytest
from programs import PATIENCE, run


def get(address):
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


def look(program, word):
    """Waits until the session of a program has an action with a word in its name."""
    address = program.finds(r"http://127\.0\.0\.1:\d+/\?token=[0-9a-f]*")[0]
    base, token = address.split("/?token=")
    assert "<!doctype html>" in get(address)[1].lower()
    assert get(f"{base}/?")[0] == 403, "The page is shown without the token."
    deadline = time.monotonic() + PATIENCE
    while True:
        status, session = get(f"{base}/export?store=s1&form=redux&token={token}")
        assert status == 200
        if any(word in part.split('"')[0] for part in session.split('"type":"')[1:]):
            break
        assert time.monotonic() < deadline, f"{program.name} has no action “{word}”:\n{session}"
        time.sleep(0.05)
    assert "correct-horse" not in session, "A password is shown."


@pytest.mark.parametrize("way", ["composed", "separate", "mounted", "mirrored"])
def test_newsroom_is_inspected(start, way):
    newsroom = start("newsroom", "--journal", "none", "--attach", way, "--inspect")
    newsroom.say("login Ada")
    look(newsroom, "signIn")
    newsroom.say("quit")


def test_tic_tac_toe_is_inspected(start, tmp_path):
    game = start("tic-tac-toe", "--script", "--fast", "--hall-of-fame", tmp_path / "hall.json", "--inspect")
    game.say("lobby")
    look(game, "show")


def test_weather_is_inspected(start):
    weather = start("weather", "--fast", "--inspect")
    weather.say("search lo")
    look(weather, "search")


def test_chat_and_its_server_are_inspected(start, tmp_path):
    server = start("chat-server", "--fast", "--port", "0", "--journal", tmp_path / "chat.sqlite", "--inspect")
    address = server.finds(r"ws://127\.0\.0\.1:\d+")[0]
    chat = start("chat", "--name", "ada", "--server", address, "--script", "--fast", "--inspect")
    chat.say("signup correct-horse", "signin correct-horse", "join hall", "say Hello")
    look(chat, "say")
    look(server, "say")  # its page comes with the first room


def test_silent_connections_keep_nobody_out(start, tmp_path):
    """Beyond the bound of each socket, of programs that may open few files."""
    inspected = start("newsroom", "--journal", "none", "--inspect")
    page = inspected.finds(r"http://127\.0\.0\.1:(\d+)/\?token=[0-9a-f]*")
    server = start("chat-server", "--fast", "--port", 0, "--journal", tmp_path / "chat.sqlite")
    chat = server.finds(r"ws://127\.0\.0\.1:(\d+)")
    ada = start("tic-tac-toe", "--script", "--host", "127.0.0.1:0", "--name", "Ada", "--match", tmp_path / "match.sqlite")
    match = ada.finds(r"^The match is at (127\.0\.0\.1:(\d+))\.$")
    silent = []
    for program, port in ((inspected, page[1]), (server, chat[1]), (ada, match[2])):
        resource.prlimit(program.process.pid, resource.RLIMIT_NOFILE, (40, 40))
        for _ in range(300):
            silent.append(socket.socket())
            silent[-1].setblocking(False)
            silent[-1].connect_ex(("127.0.0.1", int(port)))
    assert get(page[0])[0] == 200
    said = run("chat", "--name", "eve", "--server", chat[0], "--script", "--fast",
               lines="signup correct-horse\nsignin correct-horse\njoin hall\nsay Hello\nwait 1\nhistory\nquit\n")
    assert "1. eve: Hello" in said.splitlines()
    bob = start("tic-tac-toe", "--script", "--join", match[1], "--name", "Bob", "--seat", tmp_path / "seat")
    ada.say("wait", "5")
    bob.say("wait")
    bob.prints("It is your turn")
    for guest in silent:
        guest.close()
