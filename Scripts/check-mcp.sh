#!/usr/bin/env bash
# Drives `tributary-mcp` with the client of the Model Context Protocol from PyPI, in the virtual environment of Scripts/tools.sh:
# every tool over a living program, a journal and a session file, and protocol errors.
#
# ACTIONS=1000000 CONFIGURATION=release asks an optimized program about so many actions instead of 20,000, and `many` prints
# how long each tool takes. EXAMPLES=FOLDER, where the examples are built, also drives the newsroom, and finds 20 planted defects
# in the examples. BINARIES=FOLDER spares the build. `check-mcp.sh WORD…` runs the tests whose names contain one of the words.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${BINARIES:-}" ]; then
    package=$(Scripts/packages.sh inspector)
    for product in tributary-mcp Inspected; do
        swift build --package-path "$package" -c "${CONFIGURATION:-debug}" --product "$product"
    done
    BINARIES=$(swift build --package-path "$package" -c "${CONFIGURATION:-debug}" --show-bin-path)
fi
export BINARIES

source Scripts/tools.sh
python_with 'mcp>=2.3,<3'

export PYTHONPATH=Tests/InspectorPage
words=()
for word; do words+=(-k "$word"); done
"$python" Tests/QuestionClient/drive.py ${words[@]+"${words[@]}"}
[ $# -gt 0 ] || [ -z "${EXAMPLES:-}" ] || "$python" Tests/QuestionClient/investigate.py
