#!/usr/bin/env bash
# Builds the core and undo, for checks that compile what Linux has no framework for against a stand-in of it. Sourced,
# in the root of the repository. It sets
#
#   products   the folder of what was built
#   package    the package name, without which the core's `package` symbols are not seen
#   objects    the object files of both, by the sources there are: a build folder may also hold those of sources that
#              are gone
#   modules    a folder for the stand-ins, removed at the end
swift build --target TributaryUndo
products=$(swift build --show-bin-path)
package=$(grep '"-module-name","TributaryCore"' "$products/../../debug.yaml" \
    | grep -o '"-package-name","[^"]*"' | head -1 | cut -d'"' -f4)
objects=()
for target in TributaryCore TributaryUndo; do
    while IFS= read -r source; do
        objects+=("$products/$target.build/${source##*/}.o")
    done < <(find "Sources/$target" -name '*.swift')
done
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT
