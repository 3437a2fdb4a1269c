"""Three servers of one cluster, two hundred clients over the real protocol, and a script that kills servers and the primary of the
database."""

import asyncio
import json
import os
import pathlib
import random
import re
import socket
import sys
import time

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

programs = pathlib.Path(os.environ["CHAT_PROGRAMS"])
folder = pathlib.Path(os.environ["CHAT_FOLDER"])
clients_count, rooms_count, limit = 200, 10, float(os.environ.get("CHAT_LIMIT", 90))


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Server:
    """One of the three, always at the same port."""

    def __init__(self, number, port):
        self.number, self.port, self.process = number, port, None
        self.arguments = [
            programs / "chat-server", "--fast", "--port", str(port), "--node", f"server-{number}",
            "--cluster", os.environ["TRIBUTARY_POSTGRES_SERVERS"], "--guest-rooms", ",".join(room(n) for n in range(rooms_count)),
            "--log-level", "notice",
        ]

    async def start(self):
        """Starts it; while there is no primary it ends, and is started again, as by a service manager."""
        with open(folder / f"server-{self.number}.log", "a") as log:
            while True:
                self.process = await asyncio.create_subprocess_exec(
                    *self.arguments, stdout=asyncio.subprocess.PIPE, stderr=log
                )
                if re.match(rb"Listening at ", await self.process.stdout.readline()):
                    return
                await self.process.wait()
                print(f"  server {self.number} could not start, and is started again")

    async def kill(self):
        self.process.kill()
        await self.process.wait()

    async def stop(self):
        self.process.terminate()
        status = await self.process.wait()
        assert status == 0, f"Server {self.number} ends with {status}, though it was asked to."


def room(number):
    return f"room-{number}"


class Progress:
    """The acknowledged messages, with waiting for more."""

    def __init__(self):
        self.clients = []
        self.is_talking = True
        self.count, self.longest, self.newest = 0, 0, time.monotonic()
        self.changed = asyncio.Event()

    def acknowledge(self):
        self.count += 1
        self.longest = max(self.longest, time.monotonic() - self.newest)
        self.newest = time.monotonic()
        self.changed.set()

    async def when(self, condition):
        while not condition():
            changed = self.changed
            await changed.wait()
            if changed is self.changed:
                self.changed = asyncio.Event()

    async def advances(self, count=200):
        """Waits until this many more were acknowledged."""
        goal = self.count + count
        await self.when(lambda: self.count >= goal)

    async def all_said_in(self, room):
        """The number of messages in a room, after all clients have stopped."""
        own = [client for client in self.clients if client.room == room]
        await self.when(lambda: not self.is_talking and not any(client.pending for client in own))
        return sum(len(client.echoes) for client in own)


class Client:
    """A client in one room: it sends each message after the echo of the one before, and reconnects whenever it is disconnected."""

    def __init__(self, name, room, ports, progress):
        self.name, self.room, self.ports, self.progress = name, room, ports, progress
        self.token, self.pending, self.newest, self.is_asking = None, None, 0, False
        self.has_heard = asyncio.Event()
        # The messages of the room, by number: the author, the id, and the text. The echoes of its own: the id, the number, and the text.
        self.messages, self.echoes, self.ends = {}, [], []
        self.place = random.randrange(len(ports))

    last = property(lambda self: len(self.messages))

    async def run(self):
        """Sends messages until all clients stop, and it has received all messages of the room."""
        async with asyncio.TaskGroup() as group:
            talking = group.create_task(self.keep_talking())
            expected = await self.progress.all_said_in(self.room)
            while self.last < expected:
                self.has_heard.clear()
                await self.has_heard.wait()
            talking.cancel()

    async def keep_talking(self):
        while True:
            self.place = (self.place + 1) % len(self.ports)
            try:
                await self.talk(f"127.0.0.1:{self.ports[self.place]}")
            except (OSError, WebSocketException) as end:
                if isinstance(end, ConnectionClosed) and end.rcvd:
                    # The server refuses this client.
                    assert end.rcvd.code < 4000, f"{self.name} is sent away: {end}"
                self.ends.append(str(end))
                await asyncio.sleep(random.uniform(0.02, 0.2))

    async def talk(self, address):
        async with connect(f"ws://{address}/chat", origin=f"http://{address}", compression=None, proxy=None) as socket:
            await self.send(socket, **({"type": "resume", "token": self.token} if self.token else {"type": "guest", "name": self.name}))
            while True:
                await self.take(json.loads(await socket.recv()), socket)

    async def send(self, socket, **frame):
        await socket.send(json.dumps(frame))

    async def take(self, frame, socket):
        kind = frame["type"]
        if kind == "signedIn":
            self.token = frame["token"]
            self.is_asking = True
            await self.send(socket, type="join", room=self.room, after=self.last)
        elif kind == "joined":
            await (self.say if self.pending else self.say_next)(socket)
        elif kind == "messages":
            for message in frame["messages"]:
                await self.hear(message, socket)
            self.is_asking = False
            self.newest = max(self.newest, frame["last"])
            await self.ask(socket)
        elif kind == "message":
            await self.hear(frame["message"], socket)
        elif kind == "refused":
            raise AssertionError(f"{self.name} is refused: {frame}")

    async def hear(self, message, socket):
        number = message["number"]
        heard = (message["author"], message["id"], message["text"])
        if self.messages.get(number, heard) != heard:
            raise AssertionError(f"{self.name} hears {heard} as number {number} after {self.messages[number]}")
        if number == self.last + 1:
            self.messages[number] = heard
            self.has_heard.set()
        elif number > self.last:
            # It is requested, with the missing ones before it; its echo counts then.
            self.newest = max(self.newest, number)
            return await self.ask(socket)
        if self.pending and message["id"] == self.pending[0]:
            self.echoes.append((self.pending[0], number, self.pending[1]))
            self.pending = None
            self.progress.acknowledge()
            await self.say_next(socket)

    async def ask(self, socket):
        if self.last < self.newest and not self.is_asking:
            self.is_asking = True
            await self.send(socket, type="history", room=self.room, after=self.last)

    async def say_next(self, socket):
        if self.progress.is_talking:
            self.pending = (os.urandom(16).hex(), f"{self.name} says {len(self.echoes) + 1}")
            await self.say(socket)

    async def say(self, socket):
        await self.send(socket, type="say", room=self.room, id=self.pending[0], text=self.pending[1])


async def harm(servers, progress, start):
    """Kills and stops servers while all clients send; after each time, messages have to be acknowledged."""
    def tell(text):
        print(f"{time.monotonic() - start:6.1f} s, {progress.count} acknowledged: {text}", flush=True)

    await progress.when(lambda: all(client.token for client in progress.clients))
    await progress.advances()
    tell("server 1 is killed")
    await servers[1].kill()
    await progress.advances()
    await servers[1].start()
    tell("server 1 is back; server 2 is asked to stop")
    await servers[2].stop()
    tell("server 2 has stopped")
    await progress.advances()
    await servers[2].start()
    tell("server 2 is back; the primary of the database is killed, and a standby made the primary")
    failover = await asyncio.create_subprocess_exec(os.environ["TRIBUTARY_POSTGRES_FAILOVER"])
    assert await failover.wait() == 0, "No standby took over."
    tell("there is a new primary")
    await progress.advances()
    tell("server 0 is killed")
    await servers[0].kill()
    await progress.advances()
    await servers[0].start()
    tell("server 0 is back; servers 1 and 2 are killed at once")
    await asyncio.gather(servers[1].kill(), servers[2].kill())
    await asyncio.gather(servers[1].start(), servers[2].start())
    tell("all three are back")
    await progress.advances()
    progress.is_talking = False
    progress.changed.set()
    tell("all fall silent")


def check(clients):
    """Every acknowledged message is stored once, with the number of its echo, and all clients of a room have received the same."""
    for number in range(rooms_count):
        own = [client for client in clients if client.room == room(number)]
        heard = own[0].messages
        count = sum(len(client.echoes) for client in own)
        assert sorted(heard) == list(range(1, count + 1)), f"{room(number)} has other numbers than 1 to {count}."
        assert len({(author, id) for author, id, _ in heard.values()}) == count, f"A message of {room(number)} is there twice."
        for client in own:
            assert client.messages == heard, f"{client.name} has heard another {room(number)} than {own[0].name}."
            for id, place, text in client.echoes:
                assert heard[place] == ("~" + client.name, id, text), f"Number {place} is not what {client.name} was told."
            # A message sent after an echo has a higher number.
            places = [place for _, place, _ in client.echoes]
            assert places == sorted(places), f"{client.name} is heard in another order."


async def main():
    start = time.monotonic()
    ports = free_ports(3)
    servers = [Server(number, ports[number]) for number in range(3)]
    progress = Progress()
    clients = progress.clients
    for number in range(clients_count):
        clients.append(Client(f"guest-{number}", room(number % rooms_count), ports, progress))
    try:
        await asyncio.gather(*[server.start() for server in servers])
        print(f"{time.monotonic() - start:6.1f} s: three servers listen", flush=True)
        async with asyncio.timeout(limit), asyncio.TaskGroup() as group:
            group.create_task(harm(servers, progress, start))
            for client in clients:
                group.create_task(client.run())
        end = time.monotonic()
        check(clients)
        lost = sum(len(client.ends) for client in clients)
        print(
            f"Chat: {clients_count} clients said {progress.count} messages to three servers in {end - start:.1f} s, and lost "
            f"{lost} connections; nothing was acknowledged for {progress.longest:.1f} s at the longest. Each message is there "
            "once, and all have heard the same."
        )
    except TimeoutError:
        silent = time.monotonic() - progress.newest
        print(f"After {limit} s {progress.count} messages were acknowledged, and none for {silent:.1f} s. What clients know:")
        for client in clients:
            print(f"  {client.name} in {client.room} at {client.place}: {client.last}, newest {client.newest}, "
                  f"{len(client.echoes)} echoes, pending {client.pending}, {client.ends[-3:]}")
        return 1
    finally:
        for server in servers:
            if server.process and server.process.returncode is None:
                await server.kill()
    return 0


sys.exit(asyncio.run(main()))
