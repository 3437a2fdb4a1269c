#!/usr/bin/env bash
# Standups does in a script what the README says, and its views for SwiftUI agree with the stand-in of it;
# “swift build --package-path Examples” has been run.
set -euo pipefail
cd "$(dirname "$0")/.."
binaries=$(swift build --package-path Examples --show-bin-path)
program=$binaries/standups
[ -x "$program" ] || { echo "Build the examples first: swift build --package-path Examples" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
file="$folder/data/standups.json"

standups() { timeout 20 "$program" --script --seed 1 --file "$file" "$@" 2>&1; }
# Runs a script of which a step fails, which the status has to tell.
failing() {
    local status=0
    standups "$@" || status=$?
    [ "$status" = 1 ] || { echo "The status is $status, though a step failed." >&2; return 2; }
}
fail() { printf '%s\nThe transcript:\n%s\n' "$1" "$2" >&2; exit 1; }
has() { grep -qF -- "$2" <<< "$1" || fail "“$2” is missing." "$1"; }

# A form that is wrong first, a meeting, and what was said in it.
session='add\nsave\ntitle Search\nminutes 1\nattendee Ada\nattendee Bob\nsave\nopen 1\nrecord\nwait 6\nskip\nend\n1\nhistory 1\n'
first=$(printf "$session" | failing)
has "$first" '! A standup needs a title.'
has "$first" '! Somebody has to come.'
has "$first" '1. Search · 1 min · 2 attendees'
has "$first" '> Ada (0:24)'
has "$first" '> Bob (0:30)'
has "$first" '== End the meeting?'
has "$first" 'The search has been live since yesterday.'
rm "$file"
second=$(printf "$session" | failing)
[ "$first" = "$second" ] || fail "A script gives another transcript the second time." \
    "$(diff <(echo "$first") <(echo "$second") || true)"

# What was kept is there again, and links lead to it or tell that nothing is there.
link=$(printf 'open 1\nshare\n' | standups | grep -o 'standups://.*')
has "$(echo look | standups "$link/history")" '1. 2030-03-17 · 0:30'
missing=$(echo look | failing 'standups://standup/00000000-0000-0000-0000-000000000099')
has "$missing" 'That standup is not here.'
foreign=$(echo look | failing 'gopher://new')
has "$foreign" 'That is no link of this app.'

# The input ends in the middle of a meeting, whose microphone is broken.
broken=$(printf 'open 1\nrecord\nwait 30\n1\nwait 5\n' | standups --microphone broken --seed 2)
has "$broken" '== Nothing is heard any more.'
has "$(echo 'open 1' | standups)" '  1. 2030-03-17 · 0:1'

# Nobody may be heard, until the settings say so.
denied=$(printf 'open 1\nrecord\n1\nrecord\nend\n2\n' | standups --microphone denied)
has "$denied" '== The app may not hear you.'
has "$denied" '> Ada (0:30)'

# A file that is damaged is told of and kept aside, and a new one is begun.
echo '[{"id":' > "$file"
damaged=$(printf '1\nadd\ntitle Export\nattendee Dot\nsave\n' | failing)
has "$damaged" 'Your standups could not be read.'
has "$damaged" "$file.damaged"
[ "$(cat "$file.damaged")" = '[{"id":' ] || fail "What was damaged is not kept aside." "$(ls "$folder/data")"
has "$(echo look | standups)" '1. Export · 15 min · 1 attendee'

# What can’t be read or written is told of, and the program goes on to its end.
export_session='1\nadd\ntitle Export\nattendee Dot\nsave\n1\nopen 1\n'
file=/dev/null/standups.json
unread=$(printf "$export_session" | failing)
has "$unread" 'Your standups could not be read.'
has "$unread" 'What you change now is not kept.'
has "$unread" '== Export'
if [ -d /proc/self ]; then
    file=/proc/standups.json
    unwritten=$(printf "$export_session" | failing)
    has "$unwritten" 'Your standups could not be kept.'
    has "$unwritten" '== Export'
fi

# The views for SwiftUI, which Linux does not have, are type-checked against the stand-in for it.
modules=$folder/modules
mkdir "$modules"
compile() {
    local package=$1
    shift
    swiftc -swift-version 6 -warnings-as-errors -parse-as-library -package-name "$package" \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -I "$modules" -I "$binaries/Modules" "$@"
}
# The name of the package that a module was built in.
package_of() {
    grep "\"-module-name\",\"$1\"" "$binaries/../../debug.yaml" | grep -o '"-package-name","[^"]*"' | head -1 \
        | cut -d'"' -f4
}
compile stand_in -emit-module -module-name SwiftUI -emit-module-path "$modules/SwiftUI.swiftmodule" \
    Tests/SwiftUIStub/SwiftUI.swift Tests/SwiftUIStub/SwiftUI+Forms.swift
compile "$(package_of TributaryCore)" -emit-module -module-name TributarySwiftUI \
    -emit-module-path "$modules/TributarySwiftUI.swiftmodule" Sources/TributarySwiftUI/*.swift
compile "$(package_of StandupsAppFeature)" -typecheck -module-name StandupsViews Examples/Standups/Views/*.swift
echo "Standups: forms, meetings, links and files work by a script, and the views agree with the stand-in for SwiftUI."
