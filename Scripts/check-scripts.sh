#!/usr/bin/env bash
# Scripts have no mistakes that shellcheck and ruff find, and are no more, and no longer, than stated here.
set -euo pipefail
cd "$(dirname "$0")/.."
most_files=83
most_lines=8077

if ! command -v shellcheck > /dev/null && command -v apt-get > /dev/null; then
    apt-get update -qq
    apt-get install -y -qq shellcheck > /dev/null
fi
ruff=$(command -v ruff || true)
if [ -z "$ruff" ]; then
    ruff=.build/ruff/bin/ruff
    if [ ! -x "$ruff" ]; then
        python3 -m venv .build/ruff 2> /dev/null \
            || { apt-get update -qq && apt-get install -y -qq python3-venv > /dev/null && python3 -m venv .build/ruff; }
        .build/ruff/bin/pip install --quiet ruff
    fi
fi

mapfile -t scripts < <(git ls-files --cached --others --exclude-standard '*.sh' '*.py' | while read -r file; do [ ! -e "$file" ] || echo "$file"; done)
lines=$(cat "${scripts[@]}" | wc -l)
printf '%d scripts, %d lines\n' "${#scripts[@]}" "$lines"
if [ "${#scripts[@]}" -gt $most_files ] || [ "$lines" -gt $most_lines ]; then
    echo "There were $most_files with $most_lines lines; add to one of them, or replace another." >&2
    exit 1
fi
mapfile -t shell < <(printf '%s\n' "${scripts[@]}" | grep '\.sh$')
shellcheck "${shell[@]}" .ci/run
"$ruff" check --quiet
