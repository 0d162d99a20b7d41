// The tables of a run: the same rows as tslmap report --table prints, whatever columns they have.

import { el } from './dom.js';
import { aboutView, capital, granularitiesOf, instructionKinds, measureOf, measures, scoreColumn, shownAs } from './catalog.js';
import { serves, sumsOf } from './groups.js';
import { sourceOf } from './source.js';
import { table } from './table.js';
import { keep, route } from './route.js';
import { baseName, exact, percent } from './format.js';
import { loadNarrowedTable, narrowedNote } from './narrow.js';

// How columns are shown that are not simply texts or counts.
const KNOWN = {
  name: { title: 'Name', kind: 'name', value: (row) => (row.title ? `${row.title} (${row.name})` : row.name) },
  function: { title: 'Function', kind: 'name' },
  data: { title: 'Data', kind: 'name' },
  path: { title: 'Path', kind: 'name' },
  object: { title: 'Object', kind: 'text', value: (row) => baseName(row.object ?? '') },
  file: { title: 'File', kind: 'text', value: (row) => baseName(row.file ?? '') },
  sourceLine: { title: 'Line', kind: 'line' },
  process: { title: 'Process', kind: 'line' },
  first: { title: 'From access', kind: 'count' },
  accessesError: { title: '±Accesses', kind: 'halfShare', about: 'Half of the 95 % interval of the number of accesses, as a share of it: 0 where all are counted.' },
  share: { title: 'Share', kind: 'share', bar: true, about: 'Share of all accesses' },
  inclusiveShare: { title: 'Inclusive', kind: 'share', bar: true, about: 'Share of all accesses, with those of what was called' },
  inclusive: { title: 'Inclusive accesses', kind: 'count' },
  sharing: { title: 'Sharing', kind: 'text', value: (row) => (row.sharing ? row.sharing + ' sharing' : ''), about: 'True sharing: threads access the same words. False sharing: they access different words of one line.' },
  origin: { title: 'Part of', kind: 'text' },
  bytes: { title: 'Bytes', kind: 'size', value: (row) => row.bytes || undefined },
  lastLine: { title: 'Last line', kind: 'line' },
  nesting: { title: 'Depth', kind: 'line', about: 'Loops that it is in, itself counted' },
  address: { title: 'Address', kind: 'text' },
  reason: { title: 'Reason', kind: 'text', about: 'Why the function is counted or recorded at the end' },
  changed: { title: 'Changed', kind: 'text', about: 'When and why its accesses were counted or recorded again' },
  strides: { title: 'Strides (bytes)', kind: 'text', value: strides, about: 'The commonest steps from one access to the next, signed' },
};

// Functions offered where a table is of one.
const OFFERED = 100;

// Texts that stand before the numbers; all others stand behind them.
const EARLY = new Set(['name', 'class', 'kind', 'function', 'data', 'sharing']);

const MISSES = /^(miss|inclusiveMiss)\d/;

// Columns that are shown when they are chosen.
const SELDOM = new Set(['origin', 'elementBytes', 'instances', 'dimensions', 'inclusiveLoads', 'inclusiveStores', 'recursiveCalls', 'marked']);

function strides(row) {
  const total = row.accesses || 1;
  return (row.strides ?? []).map((step) =>
    `${step.bytes > 0 ? '+' : step.bytes < 0 ? '−' : ''}${exact(Math.abs(step.bytes))} (${percent(step.count / total)})`).join(', ');
}

function titled(key) {
  const [, inclusive, rest] = /^(inclusive)?(.*)$/.exec(key);
  const measure = measureOf(inclusive && rest ? rest[0].toLowerCase() + rest.slice(1) : key);
  if (measure) {
    const { title, about, ...how } = shownAs(measure);
    return inclusive ? { ...how, title: 'Inclusive ' + measure.heading, about: about + ' With what was called.' } : { ...how, title, about };
  }
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return { title: words[0].toUpperCase() + words.slice(1) };
}

/** Columns for whatever the rows have; scores come last, those of words first. */
export function columnsOf(rows) {
  const keys = new Map();
  const sides = granularitiesOf(rows);
  const fullest = rows.reduce((most, row) => (Object.keys(row).length > Object.keys(most).length ? row : most), {});
  for (const row of [fullest, ...rows]) { // keys stand as in the row that lacks none
    for (const [key, value] of Object.entries(row)) {
      if (!sides.includes(key) && key !== 'row' && key !== 'depth') {
        keys.set(key, (keys.get(key) ?? false) || (value !== '' && !(Array.isArray(value) && value.length === 0)));
      }
    }
  }
  const columns = [];
  const late = [];
  const misses = [];
  const work = [];
  const kinds = new Set(instructionKinds());
  for (const [key, used] of keys) {
    if (!used || key === 'path' || key === 'variable' || key === 'title') {
      continue;
    }
    const example = rows.find((row) => row[key] !== undefined)[key];
    const known = { kind: typeof example === 'number' ? (key.endsWith('Share') ? 'share' : 'count') : 'text', ...titled(key), ...KNOWN[key] };
    const early = known.kind !== 'text' || EARLY.has(key);
    const isLate = !early || /^sourceLine$|^line$/.test(key) || key === 'function' && keys.has('class');
    const place = isLate ? late : MISSES.test(key) ? misses : key === 'instructions' || kinds.has(key) ? work : columns;
    place.push({ key, ...known, late: SELDOM.has(key) || kinds.has(key) });
  }
  // Misses stand right behind the share that they are a part of.
  for (const [share, own] of [['share', /^miss/], ['inclusiveShare', /^inclusive/]]) {
    columns.splice(columns.findIndex(({ key }) => key === share) + 1, 0, ...misses.filter(({ key }) => own.test(key)));
  }
  columns.push(...work);
  for (const side of sides) {
    for (const measure of measures('data')) {
      for (const [key, column] of [
        [measure.key, (...of) => scoreColumn(...of.slice(0, 2))], [measure.key + 'Interval', intervalColumn], ['inclusive' + capital(measure.key), inclusiveColumn],
      ]) {
        if (rows.some((row) => row[side]?.[key] !== undefined)) {
          columns.push(column(measure, side, key));
        }
      }
    }
  }
  return [...columns, ...late];
}

/** How far an estimated score may be off: half of its 95 % interval. */
function intervalColumn(measure, side, key) {
  const { title, about } = scoreColumn(measure, side);
  return {
    key: `${side}-${key}`, title: '±' + title, kind: 'half', about: `${about} Half of the 95 % interval.`,
    value: (row) => {
      const interval = row[side]?.[key];
      return interval === undefined ? undefined : Array.isArray(interval) ? (interval[1] - interval[0]) / 2 : Infinity;
    },
  };
}

/** A score of rows with what was called, which is shown when it is chosen. */
function inclusiveColumn(measure, side, key) {
  const { title, about, ...how } = scoreColumn(measure, side);
  return { ...how, key: `${side}-${key}`, title: 'Inclusive ' + title, about: about + ' With what was called.', late: true, value: (row) => row[side]?.[key] };
}

/** The tab of one table. */
export async function tableTab({ id, report }, { name, of, needs }) {
  const subject = of ? route().parameters.get('of') ?? '' : '';
  const chosen = subject || (needs ? report.functions[0]?.name ?? '' : '');
  const data = await complete(name, await loadNarrowedTable(id, name, chosen));
  return [scope(id, name, data), of ? subjectForm(report, name, chosen) : '', ...shownTable(id, name, data, {})];
}

/** Trees are shown when they are there as a whole; other tables begin with their first rows. */
function complete(name, data) {
  const own = named(name, data);
  return own.rows.some((row) => row.depth > 0) ? own.all() : own;
}

/** A table whose rows have a depth only if it is a tree; that of loops, by their accesses, is none. */
function named(name, data) {
  const flat = (some) => ({ ...some, rows: some.rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key === 'depth' ? 'nesting' : key, value]))) });
  return name === 'loops' ? { ...flat(data), all: async () => flat(await data.all()) } : data;
}

/** Asks for the name that a table is of, and offers functions. */
function subjectForm(report, name, chosen) {
  const input = el('input', {
    type: 'search', list: 'subjects', value: chosen, 'aria-label': 'Name',
    placeholder: name === 'windows' ? 'Function or data (or all)' : 'Function, * for any text',
    change: () => {
      keep({ of: input.value });
      dispatchEvent(new Event('hashchange'));
    },
  });
  return el('div', { class: 'bar' }, el('label', {}, 'Of ', input),
      el('datalist', { id: 'subjects' }, report.functions.slice(0, OFFERED).map((one) => el('option', { value: one.name }))));
}

function shownTable(id, name, data, options) {
  if (data.narrowed?.how === 'none') {
    return [];
  }
  const notes = data.notes.map((note) => el('p', { class: 'quiet small' }, capital(note)));
  const rows = inOrder(name, data);
  if (rows.length === 0) {
    return notes.length > 0 ? notes : [el('p', { class: 'message' }, 'There are no rows.')];
  }
  const tree = rows.some((row) => row.depth > 0);
  const sort = tree || name === 'phases' ? '' : rows[0].share !== undefined ? '-share' : '';
  const of = (some, columns, partly) => table(columns, inOrder(name, some), {
    name: `${id}-${name}`, sort, total: some.rows.find((row) => row.row === 'whole'), tree, folded: name === 'phases', groups: name === 'phases' || name === 'threads',
    title: name, sums: sumsOf(some), partly, ...options,
  });
  const columns = columnsOf(data.rows);
  const node = of(data, columns, data.parts > 1);
  if (data.parts > 1) {
    data.all().then((full) => {
      const more = columnsOf(full.rows);
      if (more.length === columns.length && full.rows.some(serves) === data.rows.some(serves)) {
        node.complete(inOrder(name, full));
      } else {
        node.replaceWith(of(full, more, false));
      }
    }, (failure) => node.prepend(el('p', { class: 'warning', role: 'alert' }, `Not all rows could be read: ${failure.message}`)));
  }
  return [...notes, node];
}

/** The rows but for the whole; what the program shares before what libraries share for themselves. */
function inOrder(name, data) {
  const rows = data.rows.filter((row) => row.row !== 'whole');
  return name === 'sharing' ? [...rows.filter((row) => !serves(row)), ...rows.filter(serves)] : rows;
}

/** What the scores of a table are about. */
function scope(id, name, data) {
  if (data.narrowed) {
    return narrowedNote(id, name, data);
  }
  return el('p', { class: 'quiet small' }, `${aboutView(data.view)} Rows add up to the whole.`);
}

/** Source lines with the text of their file beside them. */
export async function linesTab({ id }) {
  let data = await loadNarrowedTable(id, 'lines');
  if (data.narrowed?.how === 'none') {
    return scope(id, 'lines', data);
  }
  const panel = el('div', {}, el('p', { class: 'message' }, 'Choose a line to see its source text.'));
  const key = (row) => `${row.file ?? ''}:${row.sourceLine ?? 0}`;
  let current;
  const show = async (row) => {
    current = row;
    keep({ at: key(row) });
    const source = await sourceOf(id, data.rows, columnsOf(data.rows), row);
    if (current === row) {
      panel.replaceChildren(source);
    }
  };
  const at = route().parameters.get('at');
  const brief = (row) => `${baseName(row.file ?? '')}:${row.sourceLine ?? 0}`;
  const wanted = () => data.rows.find((row) => key(row) === at) ?? data.rows.find((row) => brief(row) === at);
  if (at && !wanted()) {
    data = await data.all();
  }
  const hasText = (row) => row.row === 'item' && row.file;
  const chosen = wanted() ?? data.rows.find((row) => hasText(row) && !serves(row)) ?? data.rows.find(hasText);
  const parts = shownTable(id, 'lines', data, { choose: show, chosen: (row) => key(row) === (current ?? chosen ? key(current ?? chosen) : '') });
  if (chosen) {
    setTimeout(() => show(chosen));
  }
  if (data.parts > 1) {
    data.all().then((full) => {
      data = full;
      return current && show(current);
    }, () => {}); // the table says so
  }
  return [scope(id, 'lines', data), el('div', { class: 'split' }, el('div', {}, parts), panel)];
}
