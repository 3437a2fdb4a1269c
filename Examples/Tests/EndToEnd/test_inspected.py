"""With “--inspect”, each program prints the address of a page that shows its actions, and only with the token."""

import time
import urllib.error
import urllib.request

import pytest
from programs import PATIENCE


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
