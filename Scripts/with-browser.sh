#!/usr/bin/env bash
# Runs a Python script that drives Chromium by Playwright: `with-browser.sh SCRIPT [ARGUMENT…]`.
#
# Chromium and Playwright are installed where they are missing and apt-get and pip are there.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/tools.sh

chromium=${CHROMIUM:-$(command -v chromium || command -v google-chrome || true)}
# Ubuntu's package of that name only stands for a snap, which no container runs; Playwright brings its own there.
if [ -z "$chromium" ] && command -v apt-get > /dev/null && ! grep -q '^ID=ubuntu' /etc/os-release; then
    need chromium chromium
    chromium=$(command -v chromium)
fi
python=python3
python3 -c 'import playwright, pytest' 2> /dev/null || python_with playwright pytest
if [ -z "$chromium" ]; then
    "$python" -m playwright install --with-deps --only-shell chromium
else
    export CHROMIUM=$chromium
fi
exec "$python" "$@"
