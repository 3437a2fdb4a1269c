#!/usr/bin/env bash
# Compares recorded effects with real tasks in every order, on generated scenarios with every operator of effects: the sets of
# reached states have to be equal.
#
#     Scripts/compare-orders.sh [COUNT] [FIRST]       1,000 scenarios by default, with seeds from 1
set -euo pipefail
cd "$(dirname "$0")/.."
TRIBUTARY_SCENARIOS=${1:-1000} TRIBUTARY_FIRST_SCENARIO=${2:-1} \
    exec swift test --package-path "$(Scripts/testing-package.sh)" --filter BruteForceTests
