// The tables of a run: the same rows as tslmap report --table prints, whatever columns they have.

import { el } from './dom.js';
import { exported, load, runPath } from './data.js';
import { granularitiesOf, measureOf, measures, scoreColumn, shown, shownAs } from './catalog.js';
import { table } from './table.js';
import { keep, route } from './route.js';
import { baseName, exact, percent } from './format.js';
import { loadNarrowed, narrowedNote } from './narrow.js';

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

// Functions offered where a table is of one.
const OFFERED = 100;

// Texts that stand before the numbers; all others stand behind them.
const EARLY = new Set(['name', 'class', 'kind', 'function', 'data']);

function strides(row) {
  const total = row.accesses || 1;
  return (row.strides ?? []).map((step) =>
    `${step.bytes > 0 ? '+' : step.bytes < 0 ? '−' : ''}${exact(Math.abs(step.bytes))} (${percent(step.count / total)})`).join(', ');
}

function titled(key) {
  const measure = measureOf(key);
  if (measure) {
    return shownAs(measure);
  }
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return { title: words[0].toUpperCase() + words.slice(1) };
}

/** Columns for whatever the rows have; scores come last, those of words first. */
export function columnsOf(rows) {
  const keys = new Map();
  const sides = granularitiesOf(...rows);
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      if (!sides.includes(key) && key !== 'row' && key !== 'depth') {
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
  for (const side of sides) {
    for (const measure of measures('data')) {
      for (const key of [measure.key, measure.key + 'Interval']) {
        if (rows.some((row) => row[side]?.[key] !== undefined)) {
          columns.push(key === measure.key ? scoreColumn(measure, side) : intervalColumn(measure, side, key));
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

/** The tab of one table. */
export async function tableTab({ id, report }, { name, of, needs }) {
  const subject = of ? route().parameters.get('of') ?? '' : '';
  const chosen = subject || (needs ? report.functions[0]?.name ?? '' : '');
  const data = await loadNarrowed(id, 'table/' + name, chosen ? { of: chosen } : {});
  return [scope(id, name, data), of ? subjectForm(report, name, chosen) : '', ...shownTable(id, name, data, {})];
}

/** Asks for the name that a table is of, and offers functions. */
function subjectForm(report, name, chosen) {
  const input = el('input', {
    type: 'search', list: 'subjects', value: chosen, 'aria-label': 'Name',
    placeholder: name === 'windows' ? 'Function or data object, empty for all' : 'Function, * for any text',
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
  const brief = (row) => `${baseName(row.file ?? '')}:${row.sourceLine ?? 0}`;
  const chosen = data.rows.find((row) => key(row) === at) ?? data.rows.find((row) => brief(row) === at) ?? data.rows.find((row) => row.row === 'item' && row.file);
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
    source = { found: false, lines: [], missing: error.message };
  }
  const head = el('div', { class: 'bar' }, el('h2', {}, baseName(chosen.file)), el('span', { class: 'quiet small' }, chosen.file));
  if (!source.found) {
    return el('div', {}, head, el('p', { class: 'message' }, exported() ? 'The source text was not exported.' : `There is no source text here: ${source.missing}.`));
  }
  const brief = measures('brief');
  const [finest] = granularitiesOf(...rows);
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
        brief.map((measure) => el('td', { class: 'number' }, sum ? shown(measure, sum.row[finest][measure.key]) : '')),
        el('td', { class: 'text' }, text));
  });
  return el('div', {}, head, el('div', { class: 'tableframe' }, el('table', { class: 'source' },
      el('thead', {}, el('tr', {}, ['Line', 'Share', ...brief.map(({ heading }) => heading), 'Source'].map((title) =>
        el('th', { scope: 'col', class: title === 'Source' ? '' : 'number' }, title)))), el('tbody', {}, body))));
}
