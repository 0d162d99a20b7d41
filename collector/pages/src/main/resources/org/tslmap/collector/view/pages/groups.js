// Rows of what serves the program (start-up, libraries, runtime), folded to one row each.

import { keep, route } from './route.js';
import { el } from './dom.js';
import { exact } from './format.js';

const TITLES = { start: 'start-up', library: 'standard libraries', runtime: 'runtime: MPI, OpenMP, threads' };

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
 * sums: gives what the rows of an origin, below a row if there is one, add up to
 */
export function grouped(rows, sums = () => ({}), top) {
  const groups = new Map();
  const own = [];
  for (const row of rows) {
    if (!serves(row)) {
      own.push(row);
    } else if (groups.has(row.origin)) {
      groups.get(row.origin).push(row);
    } else {
      groups.set(row.origin, [row]);
    }
  }
  return [...own, ...[...groups].map(([origin, parts]) => (parts.length === 1 ? parts[0] : groupOf(origin, parts, sums, top)))];
}

function groupOf(origin, parts, sums, top) {
  const most = parts.reduce((best, part) => (part.accesses > best.accesses ? part : best));
  return { ...sums(origin, top), row: 'group', top, origin, parts, depth: most.depth, name: `${TITLES[origin]} (${exact(parts.length)}; most: ${most.name})` };
}

/** What the server says of the sums of a table's groups, for {@link grouped}. */
export function sumsOf({ rows, groups = [] }) {
  const found = new Map(groups.map((group) => [`${group.below ?? ''} ${group.origin}`, group]));
  return (origin, top) => found.get(`${top ? rows.indexOf(top) : ''} ${origin}`) ?? {};
}

/** The same of the rows below each of a tree's first ones, in their order. */
export function groupedBelow(rows, sums) {
  const result = [];
  let below = [];
  let top;
  for (const row of [...rows, null]) {
    if (row && row.depth > 0) {
      below.push(row);
      continue;
    }
    grouped(below, sums, top).forEach((one) => result.push(one));
    below = [];
    if (row) {
      top = row;
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
