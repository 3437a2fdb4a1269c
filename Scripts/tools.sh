#!/usr/bin/env bash
# Installs the programs and Python packages that checks need. Sourced in the root of the repository. Checks that run at the same time wait
# for each other here.
#
#   need NAME PACKAGE…     installs packages with apt-get if there is neither a command nor a file of that name
#   python_with PACKAGE…   sets `python` to the interpreter of .build/python, a virtual environment, and installs packages from PyPI in it
#   built PACKAGE CONFIGURATION PRODUCT…
#                          builds products of a package of packages.sh, and prints their folder
#   python_with_browser    sets `python` to one with Playwright, pyte, and pytest, and CHROMIUM to Chromium, which are installed if they are missing

# macOS has no flock.
wait_for_others() { ! command -v flock > /dev/null || flock 9; }

need() {
    local name=$1
    shift
    if [ -e "$name" ] || command -v "$name" > /dev/null; then return; fi
    command -v apt-get > /dev/null || { echo "$name is missing: install it." >&2; return 1; }
    (
        set -e
        wait_for_others
        apt-get update -qq
        apt-get install -y -qq "$@" > /dev/null
    ) 9> /tmp/tributary-apt.lock
}

python_with() {
    mkdir -p .build
    python=$PWD/.build/python/bin/python3
    (
        set -e
        wait_for_others
        if [ ! -x "$python" ]; then
            # Debian's Python can make one only with this package.
            python3 -c 'import ensurepip' 2> /dev/null || need ensurepip python3-venv
            python3 -m venv .build/python
        fi
        "$python" -m pip install --quiet --disable-pip-version-check "$@"
    ) 9> .build/python.lock
}

built() {
    local package product
    # A substitution goes on after an error.
    package=$(Scripts/packages.sh "$1") || exit
    for product in "${@:3}"; do swift build --package-path "$package" -c "$2" --product "$product" --quiet >&2 || exit; done
    swift build --package-path "$package" -c "$2" --show-bin-path
}

python_with_browser() {
    local chromium=${CHROMIUM:-$(command -v chromium || command -v google-chrome || true)}
    # Ubuntu's package of that name only stands for a snap, which no container runs; Playwright brings its own there.
    if [ -z "$chromium" ] && command -v apt-get > /dev/null && ! grep -q '^ID=ubuntu' /etc/os-release; then
        need chromium chromium
        chromium=$(command -v chromium)
    fi
    python=python3
    python3 -c 'import playwright, pyte, pytest' 2> /dev/null || python_with playwright pyte pytest
    if [ -z "$chromium" ]; then
        "$python" -m playwright install --with-deps --only-shell chromium
    else
        export CHROMIUM=$chromium
    fi
}
