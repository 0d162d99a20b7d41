// The tables of a run: the same rows as tslmap report --table prints, whatever columns they have.

import { el } from './dom.js';
import { exported, load, runPath } from './data.js';
import { table } from './table.js';
import { keep, route } from './route.js';
import { baseName, exact, percent, score } from './format.js';
import { loadNarrowed, narrowedNote } from './narrow.js';

/** The tables there are: name and title. */
export const TABLES = [
  { name: 'functions', title: 'Functions' },
  { name: 'lines', title: 'Lines' },
  { name: 'data', title: 'Data' },
  { name: 'matrix', title: 'Functions × data' },
  { name: 'calls', title: 'Calls' },
  { name: 'threads', title: 'Threads' },
  { name: 'sharing', title: 'Sharing' },
  { name: 'phases', title: 'Phases' },
  { name: 'sites', title: 'Instructions' },
  { name: 'files', title: 'Objects' },
];

// How columns are shown that are not simply texts or counts.
const KNOWN = {
  name: { title: 'Name', kind: 'name' },
  function: { title: 'Function', kind: 'name' },
  path: { title: 'Path', kind: 'name' },
  object: { title: 'Object', kind: 'text', value: (row) => baseName(row.object ?? '') },
  file: { title: 'File', kind: 'text', value: (row) => baseName(row.file ?? '') },
  sourceLine: { title: 'Line', kind: 'line' },
  process: { title: 'Process', kind: 'line' },
  share: { title: 'Share', kind: 'share', bar: true, about: 'Share of all accesses' },
  inclusiveShare: { title: 'Inclusive', kind: 'share', bar: true, about: 'Share of all accesses, with those of what was called' },
  inclusive: { title: 'Inclusive accesses', kind: 'count' },
  address: { title: 'Address', kind: 'text' },
  strides: { title: 'Strides (bytes)', kind: 'text', value: strides, about: 'The commonest steps from one access to the next, signed' },
};

const SCORES = {
  tl: { title: 'TL', kind: 'score', about: 'Temporal locality' },
  sl: { title: 'SL', kind: 'score', about: 'Spatial locality' },
  slNonZero: { title: 'SL*', kind: 'score', about: 'Spatial locality of accesses whose stride is not 0' },
  zeroStrideShare: { title: 'Stride 0', kind: 'share', about: 'Share of accesses with stride 0' },
  coldShare: { title: 'Cold', kind: 'share', about: 'Share of first touches' },
  footprint: { title: 'Footprint', kind: 'count', about: 'Distinct words or lines touched' },
};

// Texts that stand before the numbers; all others stand behind them.
const EARLY = new Set(['name', 'class', 'kind', 'function', 'data']);

function strides(row) {
  const total = row.accesses || 1;
  return (row.strides ?? []).map((step) =>
    `${step.bytes > 0 ? '+' : step.bytes < 0 ? '−' : ''}${exact(Math.abs(step.bytes))} (${percent(step.count / total)})`).join(', ');
}

function titled(key) {
  if (/^miss\d/.test(key)) {
    return { title: 'Miss ' + key.slice(4), kind: 'share', about: 'Misses of lines in a fully associative LRU cache of this size' };
  }
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return { title: words[0].toUpperCase() + words.slice(1) };
}

/** Columns for whatever the rows have; scores come last, those of words first. */
export function columnsOf(rows) {
  const keys = new Map();
  const scores = { word: new Set(), line: new Set() };
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      if (key === 'word' || key === 'line') {
        Object.keys(value).forEach((name) => scores[key].add(name));
      } else if (key !== 'row' && key !== 'depth') {
        keys.set(key, (keys.get(key) ?? false) || (value !== '' && !(Array.isArray(value) && value.length === 0)));
      }
    }
  }
  const columns = [];
  const late = [];
  for (const [key, used] of keys) {
    if (!used || key === 'path' || key === 'variable') {
      continue;
    }
    const example = rows.find((row) => row[key] !== undefined)[key];
    const known = { kind: typeof example === 'number' ? (key.endsWith('Share') ? 'share' : 'count') : 'text', ...titled(key), ...KNOWN[key] };
    const early = known.kind !== 'text' || EARLY.has(key);
    (early && !/^miss\d|^sourceLine$|^line$/.test(key) && !(key === 'function' && keys.has('class')) ? columns : late).push({ key, ...known });
  }
  for (const side of ['word', 'line']) {
    for (const name of scores[side]) {
      const known = SCORES[name];
      if (known) {
        columns.push({
          ...known, key: side + '-' + name, title: known.title + (side === 'line' ? ' line' : ''),
          about: `${known.about}, at the size of ${side === 'line' ? 'cache lines' : 'words'}`, value: (row) => row[side]?.[name],
        });
      }
    }
  }
  return [...columns, ...late];
}

/** The tab of one table. */
export async function tableTab({ id }, { name }) {
  const data = await loadNarrowed(id, 'table/' + name);
  return [scope(id, name, data), ...shownTable(id, name, data, {})];
}

function shownTable(id, name, data, options) {
  if (data.narrowed?.how === 'none') {
    return [];
  }
  const rows = data.rows.filter((row) => row.row !== 'whole');
  const whole = data.rows.find((row) => row.row === 'whole');
  const notes = data.notes.map((note) => el('p', { class: 'quiet small' }, note));
  if (rows.length === 0) {
    return notes.length > 0 ? notes : [el('p', { class: 'message' }, 'There are no rows.')];
  }
  const tree = rows.some((row) => row.depth > 0);
  const sort = tree || name === 'phases' ? '' : rows[0].share !== undefined ? '-share' : '';
  return [...notes, table(columnsOf(data.rows), rows, { name: `${id}-${name}`, sort, total: whole, tree, ...options })];
}

/** What the scores of a table are about. */
function scope(id, name, data) {
  if (data.narrowed) {
    return narrowedNote(id, name, data);
  }
  return el('p', { class: 'quiet small' }, data.view === 'isolated'
    ? 'Isolated: only the selected accesses formed the stream. Rows add up to it.'
    : 'In context: each access is compared with all that came before it. Rows add up to the whole.');
}

/** Source lines with the text of their file beside them. */
export async function linesTab({ id }) {
  const data = await loadNarrowed(id, 'table/lines');
  if (data.narrowed?.how === 'none') {
    return scope(id, 'lines', data);
  }
  const panel = el('div', {}, el('p', { class: 'message' }, 'Choose a line to see its source text.'));
  const key = (row) => `${row.file ?? ''}:${row.sourceLine ?? 0}`;
  const show = async (row) => {
    keep({ at: key(row) });
    panel.replaceChildren(await sourceOf(id, data.rows, row));
    const line = panel.querySelector('tr[aria-current]');
    const frame = panel.querySelector('.tableframe');
    if (line && frame) {
      frame.scrollTop = line.offsetTop - frame.clientHeight / 3;
    }
  };
  const at = route().parameters.get('at');
  const chosen = data.rows.find((row) => key(row) === at) ?? data.rows.find((row) => row.row === 'item' && row.file);
  const parts = shownTable(id, 'lines', data, { choose: show, chosen: (row) => row === chosen });
  if (chosen) {
    setTimeout(() => show(chosen));
  }
  return [scope(id, 'lines', data), el('div', { class: 'split' }, el('div', {}, parts), panel)];
}

async function sourceOf(id, rows, chosen) {
  if (!chosen.file) {
    return el('p', { class: 'message' }, 'Nothing is known of the source of this code; compile it with -g.');
  }
  let source;
  try {
    source = await load(`${runPath(id)}/source?file=${encodeURIComponent(chosen.file)}`);
  } catch (error) {
    source = { found: false, lines: [], why: error.message };
  }
  const head = el('div', { class: 'bar' }, el('h2', {}, baseName(chosen.file)), el('span', { class: 'quiet small' }, chosen.file));
  if (!source.found) {
    return el('div', {}, head, el('p', { class: 'message' }, exported() ? 'The source text was not exported.' : 'Source not found on this machine.'));
  }
  const own = new Map();
  let most = 0;
  for (const row of rows) {
    if (row.file === chosen.file && row.row === 'item') {
      const sum = own.get(row.sourceLine) ?? { accesses: 0, share: 0 };
      sum.accesses += row.accesses;
      sum.share += row.share;
      sum.row = !sum.row || sum.row.accesses < row.accesses ? row : sum.row;
      own.set(row.sourceLine, sum);
      most = Math.max(most, sum.share);
    }
  }
  const body = source.lines.map((text, index) => {
    const sum = own.get(index + 1);
    return el('tr', { class: sum ? 'hot' : '', 'aria-current': index + 1 === chosen.sourceLine ? 'true' : undefined },
        el('td', { class: 'number quiet' }, index + 1),
        el('td', { class: 'number', title: sum ? exact(sum.accesses) : undefined }, sum ? percent(sum.share) : ''),
        el('td', { class: 'number' }, sum ? score(sum.row.word.tl) : ''), el('td', { class: 'number' }, sum ? score(sum.row.word.sl) : ''),
        el('td', { class: 'text' }, text));
  });
  return el('div', {}, head, el('div', { class: 'tableframe' }, el('table', { class: 'source' },
      el('thead', {}, el('tr', {}, ['Line', 'Share', 'TL', 'SL', 'Source'].map((title, index) =>
        el('th', { scope: 'col', class: index < 4 ? 'number' : '' }, title)))), el('tbody', {}, body))));
}
