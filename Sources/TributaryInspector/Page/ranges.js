// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/** How many children of a value are asked for and shown at once. */
export const pageSize = 100;

/**
 * How to show `count` children from `offset` on: themselves, if there are a hundred at most, or else ranges
 * of them, of which there are a hundred at most: 0 … 9,999, 10,000 … 19,999, and so on.
 */
export function ranges(offset, count) {
    if (count <= pageSize) return null;
    let size = pageSize;
    while (count / size > pageSize) size *= pageSize;
    const parts = [];
    for (let start = offset; start < offset + count; start += size) {
        parts.push({ offset: start, count: Math.min(size, offset + count - start) });
    }
    return parts;
}

/** The name of a range. */
export function rangeName({ offset, count }) {
    return `${offset.toLocaleString("en")} … ${(offset + count - 1).toLocaleString("en")}`;
}
