#!/usr/bin/env bash
# Runs a command beside real PostgreSQL servers on this machine, and stops them afterwards:
#
#   Scripts/with-postgres.sh swift test --traits Postgres --filter Postgres
#
# One server stands alone, and speaks TLS; the three others keep each commit on two of them. The command finds in its environment
#   TRIBUTARY_POSTGRES_ALONE     how to reach the one, as libpq takes it
#   TRIBUTARY_POSTGRES_SERVERS   how to reach the three
#   TRIBUTARY_POSTGRES_STANDBY   how to reach a standby of the three
#   TRIBUTARY_POSTGRES_ROOT      the certificate that has signed the one's
#   TRIBUTARY_POSTGRES_FAILOVER  a program that kills the primary of the three, and makes the most advanced standby the new one
#   TRIBUTARY_POSTGRES_RESTORE   a program that gives the servers back the settings with which they began; not after a failover
#   TRIBUTARY_POSTGRES_BIN       the folder of PostgreSQL's programs
set -euo pipefail
# shellcheck source=SCRIPTDIR/tools.sh
source "$(dirname "$0")/tools.sh"
if command -v apt-get > /dev/null; then
    if [ ! -x "$(ls -d /usr/lib/postgresql/*/bin/initdb 2> /dev/null | tail -1)" ]; then
        # Its own cluster would only take up room.
        mkdir -p /etc/postgresql-common
        [ -e /etc/postgresql-common/createcluster.conf ] \
            || echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
        need "PostgreSQL's initdb" postgresql libpq-dev
    fi
    need /usr/include/postgresql/libpq-fe.h libpq-dev
fi
bin=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | tail -1)
bin=${bin:-$(pg_config --bindir)}
folder=$(mktemp -d)
# The server refuses to be run by root.
as_user() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as_user() { (cd "$folder" && exec runuser -u postgres -- "$@"); }
fi
as_user chmod 755 "$folder"
stop() {
    for data in "$folder"/p?; do as_user "$bin/pg_ctl" -D "$data" -m immediate stop > /dev/null 2>&1 || true; done
    rm -rf "$folder"
}
trap stop EXIT

read -ra ports <<< "$(python3 -c '
import socket
sockets = [socket.socket() for _ in range(4)]
for one in sockets: one.bind(("127.0.0.1", 0))
print(*[one.getsockname()[1] for one in sockets])')"

start() {
    as_user "$bin/pg_ctl" -D "$folder/p$1" -l "$folder/p$1.log" -w start > /dev/null || { cat "$folder/p$1.log" >&2; exit 1; }
}
settle() {
    as_user tee -a "$folder/p$1/postgresql.conf" > /dev/null <<SETTINGS
port = ${ports[$1]}
listen_addresses = '127.0.0.1'
unix_socket_directories = '$folder'
max_connections = 50
shared_buffers = 32MB
wal_log_hints = on
cluster_name = 'p$1'
SETTINGS
}
as_user "$bin/initdb" -D "$folder/p0" -U tributary -A trust -E UTF8 --locale=C --no-sync > /dev/null
as_user cp -R "$folder/p0" "$folder/p1"
for server in 0 1; do settle "$server"; done

# A root, and a certificate of it for localhost.
as_user openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=root -keyout "$folder/root.key" -out "$folder/root.crt" \
    2> /dev/null
as_user openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout "$folder/server.key" -out "$folder/server.csr" 2> /dev/null
as_user openssl x509 -req -in "$folder/server.csr" -CA "$folder/root.crt" -CAkey "$folder/root.key" -CAcreateserial -days 2 \
    -out "$folder/server.crt" 2> /dev/null
as_user chmod 600 "$folder/server.key"
as_user tee -a "$folder/p0/postgresql.conf" > /dev/null <<SETTINGS
ssl = on
ssl_cert_file = '$folder/server.crt'
ssl_key_file = '$folder/server.key'
SETTINGS
start 0
start 1
for server in 2 3; do
    as_user "$bin/pg_basebackup" -D "$folder/p$server" -h 127.0.0.1 -p "${ports[1]}" -U tributary -R --checkpoint=fast --no-sync
    settle "$server"
    as_user tee -a "$folder/p$server/postgresql.auto.conf" > /dev/null \
        <<< "primary_conninfo = 'host=127.0.0.1 port=${ports[1]} user=tributary application_name=p$server'"
    start "$server"
done
query() { "$bin/psql" -h 127.0.0.1 -p "$1" -U tributary -d postgres -Atq -c "$2"; }
for server in 1 2 3; do
    # On the standbys it is for the day when one of them becomes the primary.
    as_user tee -a "$folder/p$server/postgresql.auto.conf" > /dev/null <<< "synchronous_standby_names = 'ANY 1 (p1, p2, p3)'"
    query "${ports[$server]}" 'SELECT pg_reload_conf()' > /dev/null
done

for server in 0 1 2 3; do as_user cp "$folder/p$server/postgresql.auto.conf" "$folder/p$server.settings"; done
cat > "$folder/restore" <<PROGRAM
#!/usr/bin/env bash
# Undoes what a test has told the servers that was stopped before it could.
set -euo pipefail
query() { "$bin/psql" -h 127.0.0.1 -p "\$1" -U tributary -d postgres -Atq -c "\$2"; }
as_user() { "\$@"; }
if [ "\$(id -u)" = 0 ]; then as_user() { (cd "$folder" && exec runuser -u postgres -- "\$@"); }; fi
for server in 0 1 2 3; do
    as_user cp "$folder/p\$server.settings" "$folder/p\$server/postgresql.auto.conf"
    as_user "$bin/pg_ctl" -D "$folder/p\$server" reload > /dev/null
done
told="current_setting('default_transaction_read_only') || current_setting('synchronous_standby_names')"
until [ "\$(query ${ports[0]} "SELECT \$told")" = off ] \\
    && [ "\$(query ${ports[1]} "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")" = 2 ]; do
    sleep 0.1
done
PROGRAM
cat > "$folder/failover" <<PROGRAM
#!/usr/bin/env bash
# Kills the primary, as a loss of power would, and makes the standby that has received most the new one.
set -euo pipefail
query() { "$bin/psql" -h 127.0.0.1 -p "\$1" -U tributary -d postgres -Atq -c "\$2"; }
as_user() { "\$@"; }
if [ "\$(id -u)" = 0 ]; then as_user() { (cd "$folder" && exec runuser -u postgres -- "\$@"); }; fi
postmaster=\$(head -1 "$folder/p1/postmaster.pid")
kill -9 "\$postmaster" \$(pgrep -P "\$postmaster")
two=\$(query ${ports[2]} "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')")
three=\$(query ${ports[3]} "SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')")
if [ "\$two" -ge "\$three" ]; then new=2 old=3 port=${ports[2]} other=${ports[3]}; else new=3 old=2 port=${ports[3]} other=${ports[2]}; fi
as_user "$bin/pg_ctl" -D "$folder/p\$new" -w promote > /dev/null
as_user tee -a "$folder/p\$old/postgresql.auto.conf" > /dev/null \\
    <<< "primary_conninfo = 'host=127.0.0.1 port=\$port user=tributary application_name=p\$old'"
query "\$other" 'SELECT pg_reload_conf()' > /dev/null
PROGRAM
chmod 755 "$folder/failover" "$folder/restore"

export TRIBUTARY_POSTGRES_ALONE="host=127.0.0.1 port=${ports[0]} user=tributary dbname=postgres"
export TRIBUTARY_POSTGRES_SERVERS="host=127.0.0.1,127.0.0.1,127.0.0.1 port=${ports[1]},${ports[2]},${ports[3]} user=tributary dbname=postgres"
export TRIBUTARY_POSTGRES_STANDBY="host=127.0.0.1 port=${ports[3]} user=tributary dbname=postgres"
export TRIBUTARY_POSTGRES_ROOT=$folder/root.crt
export TRIBUTARY_POSTGRES_FAILOVER=$folder/failover
export TRIBUTARY_POSTGRES_RESTORE=$folder/restore
export TRIBUTARY_POSTGRES_BIN=$bin
"$@"
