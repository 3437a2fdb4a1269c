# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""The processes that history.py harms: nodes, each with proxies to the servers, and the servers of the database."""

import asyncio
import contextlib
import os
import pathlib
import resource
import signal
import time

FOLDER = pathlib.Path(os.environ["TRIBUTARY_POSTGRES_FAILOVER"]).parent
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
HOST = "127.0.0.1"


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
