#!/usr/bin/env python3
"""Nodes that write unique values, while they are killed, stopped and cut off, and the primary of their database dies. At the end each value
that was acknowledged is there once, and those of a client are in their order. Started by Scripts/check-history.sh."""
import asyncio
import os
import random
import re
import signal
import sys
import time

program, minutes, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
places, nodes_count, patience = 6, 3, 15.0
choice = random.Random(seed)
connection = os.environ["TRIBUTARY_POSTGRES_SERVERS"]
ports = re.search(r"port=([\d,]+)", connection).group(1).split(",")
counts = {}
acknowledged, repeated = {}, 0
last_seen = {place: None for place in range(places)}
longest = {place: 0.0 for place in range(places)}
healthy_since = None
failures = []


def count(what):
    counts[what] = counts.get(what, 0) + 1


class Link:
    """What a node has between itself and each server, and which may lose one direction."""

    def __init__(self):
        self.to_server = self.to_node = True
        self.servers, self.ports = [], []

    async def start(self):
        for port in ports:
            server = await asyncio.start_server(lambda r, w, port=int(port): self.serve(r, w, port), "127.0.0.1", 0)
            self.servers.append(server)
            self.ports.append(server.sockets[0].getsockname()[1])

    async def serve(self, reader, writer, port):
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(
            self.pass_on(reader, other_writer, lambda: self.to_server),
            self.pass_on(other_reader, writer, lambda: self.to_node),
            return_exceptions=True,
        )

    async def pass_on(self, reader, writer, is_open):
        try:
            while data := await reader.read(65536):
                # What is lost is lost for good: the connection has to end by a time limit.
                while not is_open():
                    await asyncio.sleep(0.05)
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    @property
    def connection(self):
        return re.sub(r"port=[\d,]+", "port=" + ",".join(map(str, self.ports)), connection)


class Node:
    def __init__(self, number):
        self.name, self.link, self.process, self.state, self.reading = f"node-{number}", Link(), None, "dead", None

    async def start(self):
        self.link.to_server = self.link.to_node = True
        self.process = await asyncio.create_subprocess_exec(
            "prlimit", "--nofile=256", program, "write", self.name, self.link.connection, str(places),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )
        self.state = "starting"
        self.reading = asyncio.create_task(self.read(self.process))

    async def read(self, process):
        global repeated
        async for line in process.stdout:
            words = line.decode().split()
            if words[0] == "joined":
                self.state = "well"
            elif words[0] == "repeated":
                repeated += 1
            elif words[0] == "acknowledged":
                place, value, entry = int(words[1]), words[2], int(words[3])
                if acknowledged.setdefault(value, (place, entry)) != (place, entry):
                    failures.append(f"{value} was acknowledged as two entries")
                seen(place)
        await process.wait()
        if process is self.process and self.state != "leaving":
            self.state = "dead"


def seen(place):
    last_seen[place] = time.monotonic()


def somebody_is_well():
    return any(node.state == "well" for node in nodes)


async def watch():
    """Measures for how long a place was not available, while it had to be."""
    must_since = None
    while True:
        await asyncio.sleep(0.1)
        now = time.monotonic()
        if not somebody_is_well() or database_is_away:
            must_since = None
            continue
        must_since = must_since or now
        for place in range(places):
            gap = now - max(must_since, last_seen[place] or must_since)
            longest[place] = max(longest[place], gap)


nodes = [Node(number) for number in range(nodes_count)]
database_is_away = False


async def harm(end):
    global database_is_away
    failed_over = False
    while time.monotonic() < end:
        await asyncio.sleep(choice.uniform(1, 4))
        well = [node for node in nodes if node.state == "well"]
        for node in nodes:
            if node.state == "dead" and choice.random() < 0.6:
                await node.start()
        if len(well) < 2:
            continue
        node, kind = choice.choice(well), choice.choice(["kill", "stop", "to server", "to node", "both", "leave", "failover"])
        if kind == "kill":
            node.state = "dead"
            node.process.kill()
        elif kind == "stop":
            node.state = "stopped"
            node.process.send_signal(signal.SIGSTOP)
            asyncio.get_running_loop().call_later(choice.uniform(5, 20), wake, node, node.process)
        elif kind in ("to server", "to node", "both"):
            node.state = "cut off"
            node.link.to_server, node.link.to_node = kind == "to node", kind == "to server"
            asyncio.get_running_loop().call_later(choice.uniform(5, 20), mend, node, node.process)
        elif kind == "leave":
            node.state = "leaving"
            node.process.stdin.close()
            asyncio.create_task(ended(node, node.process))
        elif failed_over or time.monotonic() > end - 30:
            continue
        else:
            failed_over = database_is_away = True
            failover = await asyncio.create_subprocess_exec(os.environ["TRIBUTARY_POSTGRES_FAILOVER"])
            if await failover.wait() != 0:
                failures.append("the failover did not work")
            database_is_away = False
        count(kind)


def wake(node, process):
    if process.returncode is None and node.process is process:
        process.send_signal(signal.SIGCONT)
        asyncio.get_running_loop().call_later(3, well_again, node, process, "stopped")


def mend(node, process):
    node.link.to_server = node.link.to_node = True
    asyncio.get_running_loop().call_later(3, well_again, node, process, "cut off")


def well_again(node, process, state):
    if node.process is process and node.state == state and process.returncode is None:
        node.state = "well"


async def ended(node, process):
    try:
        await asyncio.wait_for(process.wait(), 60)
    except TimeoutError:
        failures.append(f"{node.name} does not leave")
        process.kill()
    if node.process is process:
        node.state = "dead"


async def main():
    for node in nodes:
        await node.link.start()
        await node.start()
    while not all(node.state == "well" for node in nodes):
        await asyncio.sleep(0.1)
    watching = asyncio.create_task(watch())
    await harm(time.monotonic() + minutes * 60)
    watching.cancel()
    for node in nodes:
        node.link.to_server = node.link.to_node = True
        if node.process.returncode is None:
            node.state = "leaving"
            node.process.send_signal(signal.SIGCONT)
            if not node.process.stdin.is_closing():
                node.process.stdin.close()
            await ended(node, node.process)
    reader = await asyncio.create_subprocess_exec(
        program, "read", "reader", connection, str(places), stdout=asyncio.subprocess.PIPE
    )
    values = {place: [] for place in range(places)}
    async for line in reader.stdout:
        words = line.decode().split()
        if words[0] == "value":
            values[int(words[1])].append(words[2])
    if await reader.wait() != 0:
        failures.append("the values cannot be read")
    for place, told in values.items():
        if len(set(told)) != len(told):
            failures.append(f"place {place} has a value twice")
        order = {}
        for value in told:
            client, number = value.rsplit(":", 1)
            if int(number) <= order.get(client, 0):
                failures.append(f"place {place} has {value} after {order[client]}")
            order[client] = int(number)
    for value, (place, _) in acknowledged.items():
        if value not in values[place]:
            failures.append(f"{value} was acknowledged, and is not in place {place}")
    gap = max(longest.values())
    if gap > patience:
        failures.append(f"a store was not available for {gap:.1f} s")
    faults = ", ".join(f"{number} × {what}" for what, number in sorted(counts.items()))
    print(
        f"History, seed {seed}, {minutes:g} minutes: {len(acknowledged)} values acknowledged in {places} stores, {repeated} repeated; "
        f"{faults}; no store was unavailable for longer than {gap:.1f} s."
    )
    for failure in failures[:20]:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures else 0)


asyncio.run(main())
