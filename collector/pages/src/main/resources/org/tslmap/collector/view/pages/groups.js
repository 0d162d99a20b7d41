// Rows of what serves the program (start-up, libraries, runtime), folded to one row each.

import { keep, route } from './route.js';
import { el } from './dom.js';

const TITLES = { start: 'start-up', library: 'standard libraries', runtime: 'runtime: MPI, OpenMP, threads' };
const SUMMED = ['share', 'accesses', 'loads', 'stores', 'transfers', 'overwrites'];

// Sums over accesses, divided by their number: so the mean of these, weighted by accesses, is what
// the sum of the histograms has. The others are no such sums.
const MEANS = ['tl', 'sl', 'coldShare', 'zeroStrideShare'];

/** Whether everything is to be shown, as the address says. */
export function showsAll() {
  return route().parameters.get('all') === '1';
}

/** Parameters of an address that keep the switch as it is. */
export function keptAll() {
  return showsAll() ? { all: '1' } : {};
}

/** The one switch for all tables of a run. */
export function foldSwitch(changed) {
  const box = el('input', { type: 'checkbox', checked: !showsAll(), change: () => {
    keep({ all: box.checked ? '' : '1' });
    changed();
  } });
  return el('label', { class: 'switch', title: 'The dynamic loader, the start of the C library, standard libraries, MPI, OpenMP and waiting: one row each' },
      box, ' Fold start-up, libraries and runtime');
}

/** Whether a row is not the program's own. */
export function serves(row) {
  return row.origin !== undefined && row.origin !== 'program';
}

/**
 * The rows of the program as they are, and one row, with parts, for each kind of the others.
 *
 * within: what tells these groups from those of other rows
 */
export function grouped(rows, within = '') {
  const groups = new Map();
  const own = [];
  for (const row of rows) {
    if (serves(row)) {
      groups.set(row.origin, [...(groups.get(row.origin) ?? []), row]);
    } else {
      own.push(row);
    }
  }
  return [...own, ...[...groups].map(([origin, parts]) => (parts.length === 1 ? parts[0] : groupOf(origin, parts, within)))];
}

function groupOf(origin, parts, within) {
  const sum = (value) => parts.reduce((all, part) => all + (value(part) ?? 0), 0);
  const accesses = sum((part) => part.accesses) || 1;
  const mean = (value) => (parts.every((part) => value(part) !== undefined) ? sum((part) => value(part) * part.accesses) / accesses : undefined);
  const most = parts.reduce((best, part) => (part.accesses > best.accesses ? part : best));
  const group = { row: 'group', group: within + origin, origin, parts, depth: most.depth, name: `${TITLES[origin]} (${parts.length}; most: ${most.name})` };
  for (const key of SUMMED.filter((one) => most[one] !== undefined)) {
    group[key] = sum((part) => part[key]);
  }
  for (const key of Object.keys(most).filter((one) => /^miss\d/.test(one))) {
    group[key] = mean((part) => part[key]);
  }
  for (const side of Object.keys(most).filter((key) => most[key]?.tl !== undefined)) {
    group[side] = Object.fromEntries(MEANS.map((key) => [key, mean((part) => part[side]?.[key])]));
    const { sl, zeroStrideShare } = group[side];
    group[side].slNonZero = zeroStrideShare < 1 ? sl / (1 - zeroStrideShare) : 0;
  }
  return group;
}

/** The same of the rows below each of a tree's first ones, in their order. */
export function groupedBelow(rows) {
  const result = [];
  let below = [];
  let top = null;
  for (const row of [...rows, null]) {
    if (row && row.depth > 0) {
      below.push(row);
      continue;
    }
    result.push(...grouped(below, top ? `${rows.indexOf(top)} ` : ''));
    below = [];
    top = row;
    if (row) {
      result.push(row);
    }
  }
  return result;
}

/** Rows of a tree below which there is nothing of the program's own, so that they can be folded. */
export function servingBranches(rows) {
  const found = new Set();
  const path = [];
  const own = new Set();
  for (const row of rows) {
    path.length = row.depth ?? 0;
    path.push(row);
    if (!serves(row)) {
      path.forEach((one) => own.add(one));
    }
  }
  rows.filter((row) => !own.has(row)).forEach((row) => found.add(row));
  return found;
}
