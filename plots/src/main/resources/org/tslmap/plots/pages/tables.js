// The tables of a run.

import { el } from './dom.js';
import { load, runPath } from './data.js';
import { table } from './table.js';
import { baseName } from './format.js';

/** Columns of scores; rows have word and line as the JSON report gives them. */
export function scoreColumns(total) {
  return [
    { key: 'share', title: 'Share', kind: 'share', value: (row) => (row.loads + row.stores) / total, about: 'Share of all accesses' },
    { key: 'accesses', title: 'Accesses', kind: 'count', value: (row) => row.loads + row.stores },
    { key: 'loads', title: 'Loads', kind: 'count' },
    { key: 'stores', title: 'Stores', kind: 'count' },
    { key: 'tl', title: 'TL', kind: 'score', value: (row) => row.word.tl, about: 'Temporal locality, words' },
    { key: 'sl', title: 'SL', kind: 'score', value: (row) => row.word.sl, about: 'Spatial locality, words' },
    { key: 'sln', title: 'SL*', kind: 'score', value: (row) => row.word.slNonZero, about: 'Spatial locality without stride 0' },
    { key: 'cold', title: 'Cold', kind: 'share', value: (row) => row.word.coldShare, about: 'Share of first touches' },
    { key: 'ltl', title: 'TL line', kind: 'score', value: (row) => row.line.tl, about: 'Temporal locality, cache lines' },
    { key: 'lsl', title: 'SL line', kind: 'score', value: (row) => row.line.sl, about: 'Spatial locality, cache lines' },
  ];
}

function note(report) {
  return el('p', { class: 'quiet small' }, report.view === 'isolated'
    ? 'Isolated: only the selected accesses formed the stream. Rows add up to it.'
    : 'In context: each access is compared with all that came before it. Rows add up to the whole.');
}

/** Functions. */
export function functionsTab({ id, report }) {
  const columns = [
    { key: 'name', title: 'Function', kind: 'name' },
    ...scoreColumns(report.totals.accesses),
    { key: 'file', title: 'File', kind: 'text', value: (row) => baseName(row.file) },
    { key: 'sourceLine', title: 'Line', kind: 'line' },
    { key: 'object', title: 'Object', kind: 'text', value: (row) => baseName(row.object) },
  ];
  return [note(report), table(columns, report.functions, { name: id + '-functions', sort: '-share' })];
}

/** Source lines. */
export async function linesTab({ id, report }) {
  return el('p', { class: 'message' }, 'No lines.');
}

/** Threads. */
export function threadsTab({ id, report }) {
  const columns = [
    { key: 'pid', title: 'Process', kind: 'line' },
    { key: 'id', title: 'Thread', kind: 'exact' },
    ...scoreColumns(report.totals.accesses),
    { key: 'footprint', title: 'Footprint (words)', kind: 'count', value: (row) => row.word.footprint },
  ];
  return [note(report), table(columns, report.threads, { name: id + '-threads', sort: '-share' })];
}
