"""Newsroom, tic-tac-toe, weather, and standups, controlled by scripts of commands; and programs that are inspected."""

import json
import re
import resource
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from conftest import BINARIES, run, script
from programs import PATIENCE, ROOT

FEED = ROOT / "Examples/Newsroom/Newsroom/Resources/confluence.xml"
WAYS = ("composed", "separate", "mounted", "mirrored")


# Newsroom


def test_newsroom_prints_one_transcript_for_all_four_attachments():
    lines = script("load", "open 1", "login Ada", "open 2", "logout", "quit")
    transcripts = {way: run("newsroom", "--journal", "none", "--attach", way, FEED, lines=lines) for way in WAYS}
    for way, transcript in transcripts.items():
        assert transcript == transcripts["composed"], way
    title = re.findall("<title>([^<]*)", FEED.read_text())[1]
    assert f"1. {title}" in transcripts["composed"]
    assert transcripts["composed"].count(title) >= 2, "Article 1 was not opened."


# Tic-tac-toe


def test_game_of_two_with_undo_refused_moves_and_hall_of_fame(tmp_path):
    program = ["tic-tac-toe", "--script", "--fast", "--hall-of-fame", tmp_path / "data/hall.json"]
    lines = script("lobby", "set o human Bob", "set x human Ada", "undo", "undo", "redo", "redo", "start", "5", "move x 1", "5", "1", "3",
                   "2", "7", "9", "hall", "quit")
    transcript = run(*program, lines=lines, status=1)
    for text in ("Undone: X is Ada.", "Redone: X is Ada.", "! It is O’s turn.", "! Field 5 is taken.", "Ada (X) wins.",
                 "! The game is over.", "1 game."):
        assert text in transcript
    # It is kept, and a game that is left is not.
    hall = run(*program, lines=script("start", "1", "menu", "hall"))
    for shown in (transcript, hall):
        assert re.search(r"^ *1\. Ada +2 +1 +0 +0 +1$[\s\S]*1 game\.", shown, re.MULTILINE)


def test_board_of_nine_squares_builds_no_server():
    dumped = subprocess.check_output(["swift", "package", "--package-path", ROOT / "Examples", "dump-package"])
    targets = {target["name"]: target["dependencies"] for target in json.loads(dumped)["targets"]}

    def products(target):
        for dependency in targets[target]:
            (kind, (name, *_, condition)), = dependency.items()
            if not (condition or {}).get("traits"):
                yield from [name] if kind == "product" else products(name)

    assert {*products("TicTacToe")} == {"Tributary", "ArgumentParser"}


def test_match_continues_after_each_process_was_killed(start, tmp_path):
    def host(address):
        program = start("tic-tac-toe-match", "--script", "--host", address, "--name", "Ada", "--match", tmp_path / "match.sqlite")
        return program, program.finds(r"^The match is at (.*)\.$")[1]

    def guest():
        return start("tic-tac-toe-match", "--script", "--join", address, "--name", "Bob", "--seat", tmp_path / "seat")

    ada, address = host("127.0.0.1:0")
    bob = guest()
    ada.say("wait", "5")  # Ada is X and begins in the middle
    ada.prints("Bob thinks (O).")
    bob.say("wait", "1")
    bob.prints("Ada thinks (X).")
    ada.kill()
    ada, address = host(address)
    ada.say("wait", "3")
    ada.prints("Bob thinks (O).")
    bob.say("wait")
    bob.prints(" O │ 2 │ X")
    bob.kill()
    bob = guest()
    bob.say("wait", "2")
    bob.prints("Ada thinks (X).")
    stranger = subprocess.run(
        [BINARIES / "tic-tac-toe-match", "--script", "--join", address, "--name", "Eve", "--seat", tmp_path / "other"],
        input="look\n", capture_output=True, text=True, timeout=20, check=False)
    assert "Ada" not in stranger.stdout, "A stranger sees the match."
    ada.say("wait", "7")
    ada.prints("You win. 1 : 0")
    bob.say("wait", "again", "wait")
    bob.prints("You lose. 1 : 0")
    bob.prints("It is your turn (X).")
    for player in (bob, ada):
        player.say("quit")
        player.ends()


# Weather

WEATHER = script("search lo", "show 1..5", "open 3", "network failing", "reload", "reload", "network slow", "reload", "reload",
                 "network stuck", "reload", "network garbled", "reload", "network flooding", "reload", "back", "network good", "alerts",
                 "search nowhere", "bogus", "quit")


def test_weather_reports_each_failure_of_the_network():
    transcript = run("weather", "--fast", "--today", "2030-01-01", lines=WEATHER, status=1)
    lines = transcript.splitlines()
    # A failure is printed once where it happens and once in the list of alerts.
    for count, text in (
        (2, "8 cities begin with “lo”."), (1, "> open 3"), (2, "? The network is slow"),
        (4, "! The service answered 503: It was asked to fail."), (2, "! The service did not answer within 20 seconds."),
        (2, "! The service answered something that can't be read."),
        (2, "! The answer of the service is too large: the limit is 256 kB."), (1, "No city begins with “nowhere”."),
        (1, "! “bogus” is no command"),
    ):
        assert sum(text in line for line in lines) == count, f"{text}\n{transcript}"
    assert sum("°C, " in line for line in lines) >= 10, "The visible rows have no weather."
    assert sum("  Tue 2030-01-01" in line for line in lines) >= 7, "The forecast of the city is not shown."


def test_weather_from_a_separate_service_is_the_same(start):
    server = start("weather-server", "--port", "0", "--today", "2030-01-01")
    address = server.finds(r"http://127.0.0.1:\d+")[0]
    lines = script("search lo", "show 1..5", "open 3", "quit")
    assert run("weather", "--server", address, lines=lines) == run("weather", "--today", "2030-01-01", lines=lines)
    server.finds(r"GET /cities/\d*/forecast 200$")


# Standups

def test_standup_form_meeting_transcript_and_link(tmp_path):
    file = tmp_path / "data/standups.json"

    def standups(*arguments, lines, status=0):
        return run("standups", "--script", "--seed", 1, "--file", file, *arguments, lines=script(*lines), status=status,
                   errors=subprocess.STDOUT)

    transcript = standups(status=1, lines=["add", "save", "title Search", "minutes 1", "attendee Ada", "attendee Bob", "save", "open 1",
                                           "record", "wait 6", "skip", "end", "1", "history 1"])
    for text in ("! A standup needs a title.", "! Somebody has to come.", "1. Search · 1 min · 2 attendees", "> Ada (0:24)",
                 "> Bob (0:30)", "== End the meeting?", "The search has been live since yesterday."):
        assert text in transcript
    link = re.search("standups://.*", standups(lines=["open 1", "share"]))[0]
    assert "1. 2030-03-17 · 0:30" in standups(f"{link}/history", lines=["look"])
    assert "That is no link of this app." in standups("gopher://new", lines=["look"], status=1)
    file.write_text('[{"id":\n')
    damaged = standups(lines=["1", "look"], status=1)
    assert "Your standups could not be read." in damaged
    assert f"{file}.damaged" in damaged
    assert file.with_name("standups.json.damaged").read_text() == '[{"id":\n'


# Views and kits


def compile_swift(modules, package, *arguments):
    features = ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
    subprocess.run(
        ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-package-name", package,
         *(word for feature in features for word in ("-enable-upcoming-feature", feature)),
         "-I", modules, "-I", BINARIES / "Modules", *arguments], check=True, cwd=ROOT)


def package_of(module):
    """The name of the package in which a module was built."""
    line = next(line for line in (BINARIES / "../../debug.yaml").read_text().splitlines() if f'"-module-name","{module}"' in line)
    return re.search('"-package-name","([^"]*)"', line)[1]


def test_views_of_standups_compile_against_the_stand_in_for_swiftui(tmp_path):
    compile_swift(tmp_path, "stand_in", "-emit-module", "-module-name", "SwiftUI", "-emit-module-path", tmp_path / "SwiftUI.swiftmodule",
                  *sorted((ROOT / "Tests/SwiftUIStub").glob("SwiftUI*.swift")))
    compile_swift(tmp_path, package_of("TributaryCore"), "-emit-module", "-module-name", "TributarySwiftUI", "-emit-module-path",
                  tmp_path / "TributarySwiftUI.swiftmodule", *sorted((ROOT / "Sources/TributarySwiftUI").glob("*.swift")))
    compile_swift(tmp_path, package_of("StandupsAppFeature"), "-typecheck", "-module-name", "StandupsViews",
                  *sorted((ROOT / "Examples/Standups/Views").glob("*.swift")))


def test_inspector_kit_compiles_without_its_trait(tmp_path):
    compile_swift(tmp_path, package_of("TerminalKit"), "-typecheck", ROOT / "Examples/InspectorKit/ProgramInspector.swift")


# With “--inspect”, each program prints the address of a page that shows its actions, and only with the token.


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
        if status == 200 and any(word in part.split('"')[0] for part in session.split('"type":"')[1:]):
            break
        assert time.monotonic() < deadline, f"{program.name} has no action “{word}”:\n{session}"
        time.sleep(0.05)
    assert "correct-horse" not in session, "A password is shown."


@pytest.mark.parametrize("line, word, arguments", [
    *(("login Ada", "signIn", ["newsroom", "--journal", "none", "--attach", way]) for way in WAYS),
    ("lobby", "show", ["tic-tac-toe", "--script", "--fast", "--hall-of-fame", "nowhere/hall.json"]),
    ("search lo", "search", ["weather", "--fast"]),
])
def test_program_is_inspected(start, line, word, arguments):
    program = start(*arguments, "--inspect")
    program.say(line)
    look(program, word)


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
    ada = start("tic-tac-toe-match", "--script", "--host", "127.0.0.1:0", "--name", "Ada", "--match", tmp_path / "match.sqlite")
    match = ada.finds(r"^The match is at (127\.0\.0\.1:(\d+))\.$")
    silent = []
    for program, port in ((inspected, page[1]), (server, chat[1]), (ada, match[2])):
        resource.prlimit(program.process.pid, resource.RLIMIT_NOFILE, (40, 40))
        for _ in range(300):
            silent.append(socket.socket())
            silent[-1].setblocking(False)
            silent[-1].connect_ex(("127.0.0.1", int(port)))
    deadline, shown = time.monotonic() + PATIENCE, None
    while shown != 200:  # after it could not listen, it listens again
        try:
            shown = get(page[0])[0]
        except OSError:
            assert time.monotonic() < deadline
    said = run("chat", "--name", "eve", "--server", chat[0], "--script", "--fast",
               lines="signup correct-horse\nsignin correct-horse\njoin hall\nsay Hello\nwait 1\nhistory\nquit\n")
    assert "1. eve: Hello" in said.splitlines()
    bob = start("tic-tac-toe-match", "--script", "--join", match[1], "--name", "Bob", "--seat", tmp_path / "seat")
    ada.say("wait", "5")
    bob.say("wait")
    bob.prints("It is your turn")
    for guest in silent:
        guest.close()
