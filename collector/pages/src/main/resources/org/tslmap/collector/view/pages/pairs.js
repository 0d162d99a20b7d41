// Which functions of two runs are the same one.

import { baseName } from './format.js';

// Functions of different names are one if share and scores together differ by no more than this.
const ALIKE = 0.3;

/**
 * Functions of both runs, put together by name and file; those that only one has are alone.
 *
 * renamed: also puts together those of different names that are most alike in share and scores
 */
export function paired(a, b, side, renamed) {
  const rows = new Map();
  for (const [which, functions] of [['a', a], ['b', b]]) {
    for (const row of functions) {
      const key = `${row.name}\n${baseName(row.file ?? '')}`;
      const entry = rows.get(key) ?? { name: row.name };
      // Functions of one name and file in several objects: the one with most accesses has the scores.
      entry[which] = entry[which] ? sum(entry[which], row) : row;
      rows.set(key, entry);
    }
  }
  const all = [...rows.values()];
  return renamed ? withRenamed(all, side) : all;
}

function sum(one, other) {
  const most = one.accesses >= other.accesses ? one : other;
  return { ...most, accesses: one.accesses + other.accesses, share: one.share + other.share };
}

function withRenamed(all, side) {
  const onlyA = all.filter((row) => !row.b && isMuch(row.a));
  const onlyB = all.filter((row) => !row.a && isMuch(row.b));
  const pairs = onlyA.flatMap((one) => onlyB.map((other) => ({ one, other, apart: distance(one.a, other.b, side) })))
      .filter(({ apart }) => apart <= ALIKE).sort((x, y) => x.apart - y.apart);
  const gone = new Set();
  const result = [];
  for (const { one, other } of pairs) {
    if (!gone.has(one) && !gone.has(other)) {
      gone.add(one).add(other);
      result.push({ name: `${one.name} → ${other.name}`, a: one.a, b: other.b });
    }
  }
  return [...all.filter((row) => !gone.has(row)), ...result];
}

function isMuch(row) {
  return row.share >= 0.001;
}

function distance(a, b, side) {
  const file = baseName(a.file ?? '') === baseName(b.file ?? '') ? 0 : 0.1;
  return Math.abs(a.share - b.share) / Math.max(a.share, b.share) / 2 + Math.abs(a[side].tl - b[side].tl) + Math.abs(a[side].sl - b[side].sl) + file;
}
