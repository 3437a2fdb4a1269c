"""Clients of a cluster write unique values while nodes, their network, and the database are harmed; then the history is checked.

    history.py PROGRAM MINUTES SEED
"""

import asyncio
import contextlib
import logging
import os
import pathlib
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter

FOLDER = pathlib.Path(os.environ["TRIBUTARY_POSTGRES_FAILOVER"]).parent
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
HOST = "127.0.0.1"
program, minutes, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
rooms, accounts, alarms = ([f"{kind}{number}" for number in range(count)] for kind, count in (("room", 16), ("account", 6), ("alarm", 6)))
chance, counts, answers, problems = random.Random(seed), Counter(), Counter(), []
begin = time.monotonic()
# An owner that lost a store shows an old state until it verifies the store, once in ten heartbeats.
LONGEST, GRACE, STALE = 15, 120, 30


class Proxy:
    """Between a node and a server. A closed gate keeps the bytes of one direction back, as packets that are sent again."""

    def __init__(self, port):
        self.port, self.writers = port, set()
        self.gates = {"to": asyncio.Event(), "from": asyncio.Event()}
        self.open()

    async def listen(self, port=0):
        self.server = await asyncio.start_server(self.serve, HOST, port)
        return self.server.sockets[0].getsockname()[1]

    async def refuse(self):
        """Refuses connections, as a server that is not there, until it is."""
        port = self.server.sockets[0].getsockname()[1]
        self.server.close()
        while True:
            await asyncio.sleep(0.1)
            try:
                _, writer = await asyncio.open_connection(HOST, self.port)
            except OSError:
                continue
            writer.close()
            return await self.listen(port)

    async def serve(self, reader, writer):
        await self.gates["to"].wait()
        try:
            upstream, downstream = await asyncio.open_connection(HOST, self.port)
        except OSError:
            writer.close()
            if self.server.is_serving():
                await self.refuse()
            return
        self.writers |= {writer, downstream}
        try:
            await asyncio.gather(self.pump(reader, downstream, "to"), self.pump(upstream, writer, "from"))
        except asyncio.CancelledError:
            # At the end of the program.
            pass
        self.writers -= {writer, downstream}

    async def pump(self, reader, writer, way):
        try:
            while data := await reader.read(1 << 16):
                await self.gates[way].wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        writer.close()

    def cut(self, *ways):
        for way in ways:
            self.gates[way].clear()

    def open(self, is_reset=False):
        for writer in self.writers if is_reset else ():
            writer.transport.abort()
        for gate in self.gates.values():
            gate.set()


class Node:
    """A node that is started again whenever it ends."""

    def __init__(self, name, program, database, work, counts):
        self.name, self.program, self.counts = name, program, counts
        self.proxies = [Proxy(port) for port in database.ports.values()]
        self.clock, self.errors = work / f"{name}.clock", work / f"{name}.log"
        self.process, self.ready_since, self.fault, self.number, self.version, self.expected = None, None, None, 0, 1, False
        self.waiting = {}

    @property
    def healthy_since(self):
        return None if self.fault else self.ready_since

    def heal(self):
        self.fault = None
        if self.ready_since:
            self.ready_since = time.monotonic()

    async def run(self):
        ports = [str(await proxy.listen()) for proxy in self.proxies]
        place = f"host={','.join([HOST] * len(ports))} port={','.join(ports)} user=tributary dbname=postgres"
        self.clock.write_text("+0")
        faked = {"FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        environment = os.environ | faked
        if pathlib.Path(FAKETIME).exists():
            environment["LD_PRELOAD"] = FAKETIME
        while True:
            self.expected = False
            with open(self.errors, "ab") as errors:
                self.process = await asyncio.create_subprocess_exec(
                    # By way of another program: a variable that libfaketime adds hides the arguments from Swift.
                    "env", self.program, self.name, place, str(self.version), env=environment,
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=errors,
                )
            was_ready = False
            while line := await self.process.stdout.readline():
                if line == b"ready\n":
                    was_ready, self.ready_since = True, time.monotonic()
                elif len(words := line.decode().rstrip("\n").split(" ", 2)) == 3:
                    self.hear(int(words[0]), words[1], words[2])
            self.ready_since = None
            status = await self.process.wait()
            for number in list(self.waiting):
                self.hear(number, "dead", "")
            if not was_ready:
                self.counts["starts without the database"] += 1
            elif not self.expected:
                self.counts[f"ends with {status} during {self.fault or 'nothing'}"] += 1
            await asyncio.sleep(0.5)

    def hear(self, number, kind, text):
        if queue := self.waiting.get(number):
            queue.put_nowait((kind, text))

    def send(self, seconds, *words):
        """A queue of the answers, and the number of the request."""
        self.number += 1
        queue = self.waiting[self.number] = asyncio.Queue()
        if self.ready_since is None:
            queue.put_nowait(("dead", ""))
        else:
            self.process.stdin.write(f"{self.number} {seconds} {' '.join(map(str, words))}\n".encode())
        return queue, self.number

    async def ask(self, seconds, *words):
        queue, number = self.send(seconds, *words)
        try:
            return await asyncio.wait_for(queue.get(), seconds + 1)
        except TimeoutError:
            return "silent", ""
        finally:
            self.waiting.pop(number)

    def signal(self, number):
        if self.process and self.process.returncode is None:
            self.process.send_signal(number)

    def kill(self):
        self.expected = True
        self.signal(signal.SIGKILL)

    def limit_files(self, limit=None):
        """Lets it open no more files than it has open, or as many as it could before."""
        if self.process.returncode is None:
            _, most = resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE)
            resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (most if limit is None else limit, most))


class Database:
    """The three servers of with-postgres.sh, of which two keep each commit."""

    def __init__(self, counts):
        words = dict(word.split("=") for word in os.environ["TRIBUTARY_POSTGRES_SERVERS"].split())
        self.ports = dict(enumerate(map(int, words["port"].split(",")), 1))
        self.primary, self.writable_since, self.counts = 1, None, counts

    async def run(self, *command, check=True):
        user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        process = await asyncio.create_subprocess_exec(
            *user, *map(str, command), cwd=FOLDER, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        output, errors = await process.communicate()
        assert process.returncode == 0 or not check, f"{command}: {errors.decode()}"
        return output.decode().strip()

    def tool(self, name):
        return pathlib.Path(os.environ["TRIBUTARY_POSTGRES_BIN"]) / name

    def query(self, server, text, check=True):
        place = f"host={HOST} port={self.ports[server]} user=tributary dbname=postgres"
        return self.run(self.tool("psql"), place, "-Atqc", text, check=check)

    def settle(self, server, *lines):
        with open(FOLDER / f"p{server}" / "postgresql.auto.conf", "a") as file:
            file.writelines(f"{line}\n" for line in lines)

    def follow(self, server):
        self.settle(
            server, f"primary_conninfo = 'host={HOST} port={self.ports[self.primary]} user=tributary application_name=p{server}'"
        )

    async def begin(self):
        """With little log ahead, so that a small disk suffices."""
        for server in self.ports:
            self.settle(server, "max_wal_size = 96MB", "wal_keep_size = 96MB")
            await self.query(server, "SELECT pg_reload_conf()")
        await self.query(self.primary, "CREATE TABLE probe (number int)")
        await self.until_writable()

    async def until_writable(self):
        while await self.query(self.primary, "INSERT INTO probe VALUES (1) RETURNING number", check=False) != "1":
            await asyncio.sleep(0.2)
        self.writable_since = time.monotonic()

    async def fail_over(self):
        """Kills the primary, promotes the standby that has received most, and makes a standby of the old primary."""
        self.writable_since, old = None, self.primary
        main = int((FOLDER / f"p{old}" / "postmaster.pid").read_text().split()[0])
        children = pathlib.Path(f"/proc/{main}/task/{main}/children").read_text().split()
        for process in [main, *map(int, children)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        standbys = [server for server in self.ports if server != old]
        received = {
            server: int(await self.query(server, "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::bigint"))
            for server in standbys
        }
        self.primary = max(standbys, key=received.get)
        await self.run(self.tool("pg_ctl"), "-D", f"p{self.primary}", "-w", "promote")
        other = next(server for server in standbys if server != self.primary)
        self.follow(other)
        await self.query(other, "SELECT pg_reload_conf()")
        await self.until_writable()
        await self.run("rm", "-rf", f"p{old}")
        await self.run(
            self.tool("pg_basebackup"), "-D", f"p{old}", "-h", HOST, "-p", self.ports[self.primary], "-U", "tributary", "-R",
            "--checkpoint=fast", "--no-sync",
        )
        self.settle(old, f"port = {self.ports[old]}", f"cluster_name = 'p{old}'")
        self.follow(old)
        await self.start()

    async def start(self):
        """Starts the servers that do not run."""
        for server in self.ports:
            if "is running" not in await self.run(self.tool("pg_ctl"), "-D", f"p{server}", "status", check=False):
                # One that was killed leaves them.
                await self.run("rm", "-f", f"p{server}/postmaster.pid", f".s.PGSQL.{self.ports[server]}.lock")
                await self.run(self.tool("pg_ctl"), "-D", f"p{server}", "-l", f"p{server}.log", "-w", "start")

    def fill(self, path):
        # In pieces: one call that a signal interrupts begins again.
        with open(path, "wb") as file, contextlib.suppress(OSError):
            while True:
                os.posix_fallocate(file.fileno(), os.path.getsize(path), 1 << 22)

    async def fill_disk(self, seconds):
        """Takes all room from the servers, which end or refuse to write."""
        self.writable_since = None
        ballast = FOLDER / "ballast"
        await asyncio.to_thread(self.fill, ballast)
        await asyncio.sleep(seconds)
        ballast.unlink()
        await self.start()
        await self.until_writable()


class History:
    def __init__(self, work):
        self.database = Database(counts)
        self.nodes = [Node(f"node{number}", program, self.database, work, counts) for number in range(4)]
        self.acknowledged = {room: {} for room in rooms}
        self.newest = dict.fromkeys(rooms, begin)
        self.heard = {room: [] for room in rooms}
        self.paid, self.planned, self.late = {}, Counter(), [0.0]
        self.gaps, self.phase, self.is_talking = Counter(), "faults", True

    async def node(self, is_healthy=False):
        while not (found := [node for node in self.nodes if (node.healthy_since if is_healthy else node.ready_since)]):
            await asyncio.sleep(0.05)
        return random.choice(found)

    async def persist(self, *words, is_healthy=False):
        """Sends a command under its id until it is acknowledged, at any node."""
        while True:
            node = await self.node(is_healthy)
            kind, text = await node.ask(5, *words)
            answers[kind] += 1
            if kind == "ok":
                return text
            await asyncio.sleep(0.05)

    async def talk(self, room, client, pause, is_healthy):
        number = 0
        while self.is_talking:
            text = f"{room}.{client}.{number}"
            self.acknowledged[room][text] = int(await self.persist("say", room, text, is_healthy=is_healthy))
            self.newest[room] = time.monotonic()
            number += 1
            await asyncio.sleep(random.uniform(0.5, 1.5) * pause)

    async def pay(self, account):
        number = 0
        while self.is_talking:
            id, receiver = f"{account}.{number}", random.choice([other for other in accounts if other != account])
            await self.persist("pay", account, id, receiver, random.randint(1, 100))
            self.paid[id] = account, receiver
            number += 1
            await asyncio.sleep(random.uniform(0.2, 0.6))

    async def plan(self, alarm):
        """Plans the next ring when the former one has rung."""
        while self.is_talking:
            due = time.time() + random.uniform(0, 3)
            await self.persist("plan", alarm, f"{alarm}.{self.planned[alarm]}", due)
            self.planned[alarm] += 1
            while int((await self.persist("alarm", alarm)).split()[1]) < self.planned[alarm]:
                await asyncio.sleep(0.2)
            self.late.append(time.time() - due)

    async def listen(self, room):
        """Hears what is said, at another node when one falls silent."""
        while True:
            node = await self.node()
            queue, number = node.send(0, "said", room, self.heard[room][-1][0] if self.heard[room] else 0)
            try:
                while (answer := await asyncio.wait_for(queue.get(), 10))[0] == "output":
                    entry, text = answer[1].split(" ")
                    self.heard[room].append((int(entry), text))
            except TimeoutError:
                node.process.stdin.write(f"0 0 cancel {number}\n".encode())
            del node.waiting[number]
            await asyncio.sleep(0.05)

    async def watch(self):
        """Measures how long a room is not reached while the database takes writes and one node is well all the time."""
        reported = set()
        while self.is_talking:
            await asyncio.sleep(0.25)
            well = [node.healthy_since for node in self.nodes if node.healthy_since]
            if not well or not self.database.writable_since:
                continue
            since = max(self.database.writable_since, min(well))
            for room in rooms:
                gap = time.monotonic() - max(since, self.newest[room])
                self.gaps[self.phase] = max(self.gaps[self.phase], gap)
                if gap > LONGEST and room not in reported:
                    reported.add(room)
                    problems.append(f"{room} was not reached for {LONGEST} s, at {time.monotonic() - begin:.0f} s")

    # Faults

    async def harm_node(self, kind, node, seconds):
        node.fault = kind
        match kind:
            case "kill":
                node.kill()
                await asyncio.sleep(1)
            case "leave" | "replace":
                node.expected = True
                node.version += kind == "replace"
                node.send(0, "leave")
                process = node.process
                try:
                    await asyncio.wait_for(process.wait(), 30)
                except TimeoutError:
                    counts["nodes that did not leave within 30 s"] += 1
                    node.kill()
            case "stop":
                node.signal(signal.SIGSTOP)
                await asyncio.sleep(seconds)
                node.signal(signal.SIGCONT)
            case "files":
                node.limit_files(20)
                # Its connections are lost, and it cannot make others.
                for proxy in node.proxies:
                    proxy.open(is_reset=True)
                await asyncio.sleep(seconds)
                node.limit_files()
            case "clock":
                node.fault = None
                node.clock.write_text(f"{chance.choice((-1, 1)) * chance.choice((5, 3600, 86400 * 400)):+d}")
                return
            case _:
                for proxy in node.proxies:
                    proxy.cut(*{"cut": ("to", "from"), "cut to": ("to",), "cut from": ("from",)}[kind])
                await asyncio.sleep(seconds)
                is_reset = chance.random() < 0.5
                for proxy in node.proxies:
                    proxy.open(is_reset)
        node.heal()

    async def harm(self, group, end):
        kinds = ["kill", "kill", "stop", "cut", "cut to", "cut from", "files", "leave", "replace", "failover"]
        if pathlib.Path(FAKETIME).exists():
            kinds.append("clock")
        # Never a disk that others use.
        room = os.statvfs(FOLDER)
        if room.f_blocks * room.f_frsize < 2 << 30:
            kinds.append("disk")
        deck, database = [], None
        while time.monotonic() < end:
            for _ in range(chance.randint(1, 3)):
                deck = deck or chance.sample(kinds, len(kinds))
                kind, seconds = deck[-1], chance.uniform(5, min(60, minutes * 10))
                well = [node for node in self.nodes if node.healthy_since]
                if kind in ("failover", "disk"):
                    if database and not database.done():
                        continue
                    work = self.database.fail_over() if kind == "failover" else self.database.fill_disk(seconds / 2)
                    database, name = group.create_task(work), "the database"
                elif well:
                    node = chance.choice(well)
                    group.create_task(self.harm_node(kind, node, seconds))
                    name = node.name
                else:
                    continue
                counts[deck.pop()] += 1
                self.report(f"{kind}, {seconds:.0f} s, {name}")
            # Longer than a node needs to take over.
            await asyncio.sleep(chance.uniform(9, 14))
        for kind in kinds:
            expect(counts[kind] or minutes < 2, f"There was no fault of the kind {kind}.")

    def report(self, text):
        print(f"{time.monotonic() - begin:6.1f} s, {self.acknowledgements()} acknowledged: {text}", flush=True)

    def acknowledgements(self):
        return sum(map(len, self.acknowledged.values()))

    # Checks

    async def until(self, condition):
        while not condition() and time.monotonic() < self.end:
            await asyncio.sleep(0.1)

    async def collect(self, verb, id, count):
        """The first outputs, from a node. Those that are not there before the end are left out."""
        queue, _ = self.nodes[0].send(0, verb, id, 0)
        await self.until(lambda: queue.qsize() >= count)
        found = []
        for kind, text in [queue.get_nowait() for _ in range(min(count, queue.qsize()))]:
            assert kind == "output", f"{verb} {id}: {kind} {text}"
            entry, text = text.split(" ")
            found.append((int(entry), text))
        expect(len(found) == count, f"{verb} {id}: of {count} outputs only {len(found)} are there.")
        entries = [entry for entry, _ in found]
        expect(entries == sorted(set(entries)), f"{verb} {id}: the outputs have no order.")
        return found

    def messages(self, kind):
        return self.database.query(self.database.primary, f"SELECT store, id, aside FROM tributary.inbox WHERE {kind}")

    async def state(self, node, verb, id, *least):
        """The numbers of a state. An old one is not taken before the end."""
        while True:
            kind, text = await node.ask(5, verb, id)
            state = list(map(int, text.split())) if kind == "ok" else [0] * (3 if verb == "account" else 2)
            if kind == "ok" and all(map(int.__ge__, state, least)) or time.monotonic() > self.end:
                return state
            await asyncio.sleep(0.2)

    async def check(self):
        self.end, node = time.monotonic() + 2 * STALE, self.nodes[0]
        while (waiting := await self.messages("aside IS NULL AND kind = 0")) and time.monotonic() < self.end:
            await asyncio.sleep(0.2)
        expect(not waiting, f"Messages were not received: {waiting}")
        expect(not (aside := await self.messages("aside IS NOT NULL")), f"Messages were set aside: {aside}")
        await asyncio.gather(*map(self.check_room, rooms))
        balance, received, paid = 0, Counter(), Counter()
        for account in accounts:
            pays, receives = (sum(ends[end] == account for ends in self.paid.values()) for end in (0, 1))
            pays, receives, money = await self.state(node, "account", account, pays, receives)
            balance += money
            paid.update(text for _, text in await self.collect("paid", account, pays))
            received.update(text for _, text in await self.collect("received", account, receives))
        expect(balance == 0, f"The sum of the accounts is {balance}.")
        expect(paid == Counter(self.paid.keys()), f"Paid otherwise than acknowledged: {paid - Counter(self.paid.keys())}")
        expect(received == paid, f"Not received: {paid - received}; received without being paid: {received - paid}")
        for alarm in alarms:
            planned, rung = await self.state(node, "alarm", alarm, self.planned[alarm], self.planned[alarm])
            events = sorted(await self.collect("planned", alarm, planned) + await self.collect("rung", alarm, rung))
            expected = [text for number in range(self.planned[alarm]) for text in (f"{alarm}.{number}", "ring")]
            expect([text for _, text in events] == expected, f"{alarm} rang otherwise than planned: {events}")

    async def check_room(self, room):
        expected = len(self.acknowledged[room])
        states = await asyncio.gather(*(self.state(node, "room", room, expected) for node in self.nodes))
        expect(all(state == states[0] for state in states), f"Nodes show different states of {room}: {states}")
        count, digest = states[0]
        said = await self.collect("said", room, max(count, expected))
        expect(digest == digest_of(said), f"The state of {room} is not what was said.")
        acknowledged, there = self.acknowledged[room], Counter(text for _, text in said)
        lost, excess = set(acknowledged) - set(there), there - Counter(acknowledged.keys())
        moved = [text for entry, text in said if acknowledged.get(text) != entry]
        expect(not (lost or excess or moved), f"{room}: lost {lost}; twice, or never acknowledged {excess}; at another place {moved}")
        newest = Counter()
        for _, text in said:
            client, number = text.rsplit(".", 1)
            expect(int(number) == newest[client], f"{room}: {text} comes after {newest[client] - 1}.")
            newest[client] = int(number) + 1
        await self.until(lambda: len(self.heard[room]) >= count)
        expect(self.heard[room] == said, f"{room}: the outputs that were heard are not what was said.")

    async def run(self):
        await self.database.begin()
        try:
            await self.work()
        except* (AssertionError, OSError, TimeoutError) as errors:
            problems.extend(map(repr, errors.exceptions))
        finally:
            for node in self.nodes:
                node.kill()

    async def work(self):
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(node.run()) for node in self.nodes]
            await self.until_well()
            self.newest = dict.fromkeys(rooms, time.monotonic())
            self.report("four nodes are ready")
            running += [group.create_task(self.listen(room)) for room in rooms]
            clients = ("c0", 0.4, False), ("c1", 0.4, False), ("probe", 0.5, True)
            talking = [self.talk(room, *client) for room in rooms for client in clients] + [self.pay(account) for account in accounts]
            talking = [group.create_task(work) for work in [*talking, *map(self.plan, alarms), self.watch()]]
            async with asyncio.TaskGroup() as faults:
                await self.harm(faults, time.monotonic() + minutes * 60)
            await self.until_well()
            await asyncio.sleep(LONGEST + 1)
            self.phase = "an upgrade"
            self.report("all nodes are well")
            for node in self.nodes:
                await self.harm_node("replace", node, 0)
                await self.until_well()
            self.is_talking = False
            _, waiting = await asyncio.wait(talking, timeout=GRACE)
            expect(not waiting, f"{len(waiting)} clients still wait {GRACE} s after the last fault.")
            await self.check()
            if problems:  # What the nodes and the database say of themselves
                print(*[f"{node.name}: {await node.ask(5, 'counts')}" for node in self.nodes], sep="\n")
                print(await self.database.query(self.database.primary, "SELECT name, now() - seen, contents FROM tributary.nodes"))
            for task in [*running, *talking]:
                task.cancel()

    async def until_well(self):
        async with asyncio.timeout(GRACE):
            while not all(node.healthy_since for node in self.nodes):
                await asyncio.sleep(0.1)


def digest_of(said):
    digest = 0
    for byte in "".join(f"{text} " for _, text in said).encode():
        digest = (digest ^ byte) * 0x100000001B3 % (1 << 64)
    return digest


def expect(condition, problem):
    if not condition:
        problems.append(problem)


async def main():
    with tempfile.TemporaryDirectory() as work:
        history = History(pathlib.Path(work))
        await history.run()
        problems.extend(f"A node {text}." for text in counts if text.endswith("during nothing"))
        if problems:
            for node in history.nodes:
                print(f"--- {node.name}\n{node.errors.read_text(errors='replace')[-2000:]}")
    print(f"{history.acknowledgements()} values, {len(history.paid)} payments, and {history.planned.total()} reminders were acknowledged.")
    print("Faults:", ", ".join(f"{count} × {kind}" for kind, count in sorted(counts.items())))
    print("Answers:", ", ".join(f"{count} × {kind}" for kind, count in answers.most_common()))
    gaps = ", ".join(f"{gap:.1f} s during {phase}" for phase, gap in history.gaps.items())
    print(f"The longest times without an answer of a room: {gaps}. A ring was seen {max(history.late):.1f} s late. Seed {seed}.")
    for problem in problems[:20]:
        print(f"PROBLEM: {problem[:1000]}")
    return 1 if problems else 0


# A node that was killed reads no lines.
logging.getLogger("asyncio").setLevel(logging.ERROR)
sys.exit(asyncio.run(main()))
