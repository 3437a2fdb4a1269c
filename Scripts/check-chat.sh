#!/usr/bin/env bash
# The chat's server and its clients: what was said survives a restart of the server, once and in order. Then the server
# is killed in the middle of its work, or asked to stop, again and again: no message is lost that its author was told of.
#
#   Scripts/check-chat.sh [KILLS]     ten, unless it is said
#
# It assumes that the examples are built: swift build --package-path Examples
set -euo pipefail
cd "$(dirname "$0")/.."

kills=${1:-10}
folder=$(mktemp -d)
server=
clients=()
finish() {
    for process in $server "${clients[@]}"; do kill "$process" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT

binaries=$(swift build --package-path Examples --show-bin-path)
fail() {
    echo "$1" >&2
    for log in "$folder"/*.log; do printf -- '--- %s\n' "$(basename "$log")" >&2; cat "$log" >&2; done
    exit 1
}

# Starts the server on a port, and sets `port` to the one that it took.
start() {
    : > "$folder/listening.log"
    "$binaries/chat-server" --fast --port "$1" \
        --journal "$folder/chat.sqlite" --guest-rooms cellar > "$folder/listening.log" 2>> "$folder/server.log" &
    server=$!
    for _ in $(seq 100); do
        port=$(sed -n 's|.*ws://127.0.0.1:\([0-9]*\)/.*|\1|p' "$folder/listening.log")
        [ -n "$port" ] && return
        kill -0 "$server" 2>/dev/null || fail "The server does not start."
        sleep 0.1
    done
    fail "The server does not listen."
}

stop() {
    kill -TERM "$server"
    wait "$server" || fail "The server does not end well."
    server=
}

# Waits for the end of all clients; of those that are named, a command was refused, which the status tells.
end_clients() {
    local number status
    for number in "${!clients[@]}"; do
        status=0
        wait "${clients[number]}" || status=$?
        case " $* " in
        *" $number "*) [ "$status" = 1 ] || fail "A client ends with $status, though it was refused something." ;;
        *) [ "$status" = 0 ] || fail "A client ends with $status." ;;
        esac
    done
    clients=()
}

# Starts a client that takes commands until the pipe is closed.
client() {
    mkfifo "$folder/$1"
    timeout "${limit:-50}" "$binaries/chat" --name "$1" --server "ws://127.0.0.1:$port" --script --fast --seed "$2" --timeout 60 \
        < "$folder/$1" > "$folder/$1.log" 2>&1 &
    clients+=($!)
}

# Waits until a client has printed a line.
expect() {
    for _ in $(seq 150); do
        grep -qxF -- "$2" "$folder/$1.log" && return
        sleep 0.1
    done
    fail "$1 does not print: $2"
}

start 0
client ada 1
client bob 2
exec 3> "$folder/ada" 4> "$folder/bob"

printf 'signup correct-horse\nsignin correct-horse\njoin hall\nsay Hello\n' >&3
expect ada '1. ada: Hello'
printf 'signup staple-battery\nsignin staple-battery\njoin hall\nsay Hi Ada\nrename Bob B.\nwho\n' >&4
expect bob 'In hall: ada, Bob B..'
printf 'wait 2\nhistory\n' >&3
expect ada '2. bob: Hi Ada'

# The server ends while both are there; what is said meanwhile waits, and arrives once.
stop
printf 'wait offline\nsay Is anybody there?\n' >&3
expect ada 'The connection is not there.'
printf 'wait offline\n' >&4
expect bob 'The connection is not there.'
start "$port"
expect ada '3. ada: Is anybody there?'
printf 'wait 3\nwait online\nsay I am\nhistory\nquit\n' >&4
expect bob '4. Bob B.: I am'
printf 'wait 4\nhistory\nquit\n' >&3
exec 3>&- 4>&-
end_clients

# Both end with the same history: each message once, in order.
history='1. ada: Hello
2. bob: Hi Ada
3. ada: Is anybody there?
4. Bob B.: I am'
for name in ada bob; do
    [ "$(tail -4 <(grep -E '^[0-9]+\. ' "$folder/$name.log"))" = "$history" ] || fail "$name has another history."
done

# A secret of one's own: its code is computed apart from the client, signs in once, and is refused when replayed.
secret=$(grep -A1 'Give this secret' "$folder/ada.log" | tail -1)
[ "$("$binaries/chat" totp GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ --at 59 --digits 8)" = 94287082 ] \
    || fail "The code is not that of RFC 6238."
code=$("$binaries/chat" totp "$secret" --at $(($(date +%s) + 30)))
ask() { timeout 20 "$binaries/chat" --name ada --server "ws://127.0.0.1:$port" --script --fast; }
printf 'signin correct-horse %s\njoin hall\nquit\n' "$code" | ask > "$folder/again.log"
grep -qxF '4. Bob B.: I am' "$folder/again.log" || fail "Ada's client of a new day has no history."
if printf 'signin correct-horse %s\nquit\n' "$code" | ask > "$folder/replay.log"; then fail "A script that was refused ends well."; fi
grep -q '^! That code was used before' "$folder/replay.log" || fail "A replayed code is not refused."
if printf 'join hall\nsay Hello\nquit\n' | ask > "$folder/stranger.log"; then fail "A stranger's script ends well."; fi
[ "$(grep -c '^! ' "$folder/stranger.log")" = 2 ] || fail "A stranger is not refused."

# Nothing that is secret is in the logs or, to be read, in the database.
if grep -qaE "correct-horse|staple-battery" "$folder"/server.log "$folder"/*.sqlite* "$folder"/ada.log; then
    fail "A password is written down."
fi

# The server is killed while Eve and Dan speak as fast as they can, and a guest says something, too.
limit=$((60 + 5 * kills))
client eve 3
client dan 4
client gus 5
exec 3> "$folder/eve" 4> "$folder/dan" 5> "$folder/gus"
printf 'signup correct-horse\nsignin correct-horse\njoin cellar\n' >&3
expect eve 'In cellar: eve.'
printf 'signup correct-horse\nsignin correct-horse\njoin cellar\n' >&4
expect dan 'In cellar: dan, eve.'
printf 'guest gus\njoin hall\njoin cellar\n' >&5
expect gus '! Guests may not enter that room; sign in with an account.'
expect gus 'In cellar: dan, eve, ~gus.'
# What they were told of as kept, when it was.
echoes() { grep -hE '^[0-9]+\. (eve|dan|~gus): ' "$folder"/{eve,dan,gus}.log || true; }
for kill in $(seq "$kills"); do
    for number in $(seq 10); do
        printf 'say %s-%s\n' "$kill" "$number" >&3
        printf 'say %s-%s\n' "$kill" "$number" >&4
    done
    printf 'say %s\n' "$kill" >&5
    # Somewhere between the first message and the last.
    goal=$(($(echoes | wc -l) + RANDOM % 15))
    until [ "$(echoes | wc -l)" -ge "$goal" ]; do sleep 0.01; done
    if [ $((kill % 3)) = 0 ]; then
        stop
    else
        kill -KILL "$server"
        wait "$server" 2>/dev/null || true
    fi
    start "$port"
done
count=$((21 * kills))
for pipe in 3 4 5; do printf 'wait %s\n' "$count" >&$pipe; done
for _ in $(seq 300); do
    [ "$(echoes | wc -l)" = "$count" ] && break
    sleep 0.1
done
told=$(echoes | sort -n)
for pipe in 3 4 5; do printf 'history\nquit\n' >&$pipe; done
exec 3>&- 4>&- 5>&-
end_clients 2 # the guest, in a room that is for members
# Everything is there once, under the number with which its author was told of it, and both see the same.
[ "$(cut -d. -f1 <<< "$told" | tr '\n' ' ')" = "$(seq -s ' ' "$count") " ] || fail "A message is lost, or doubled."
[ "$(cut -d' ' -f2- <<< "$told" | sort -u | wc -l)" = "$count" ] || fail "A message is there twice."
shown=$((count < 1000 ? count : 1000)) # a client shows no more
for name in eve dan gus; do
    history=$(tail -"$shown" <(grep -E '^[0-9]+\. ' "$folder/$name.log"))
    [ "$history" = "$(tail -"$shown" <<< "$told")" ] || fail "$name has another history than they were told."
done
stop
echo "Chat: $count messages were said while the server was killed or stopped $kills times, and each is there once, in its place."
echo "Chat: both clients have every message once and in order, before and after the server was restarted."
