// Source text with what its lines did: numbers beside it, and heat by a column that can be chosen.

import { el } from './dom.js';
import { exported, load, runPath } from './data.js';
import { keep, route } from './route.js';
import { RowWindow } from './scroll.js';
import { baseName, count, exact, percent, score } from './format.js';

const TEXTS = { share: percent, count, score };
const BESIDE = 6;

// So many of them before the text, which must not need scrolling to be read.
const BEFORE = 2;

/**
 * The source of a line.
 *
 * columns: those of the table of lines; the numbers among them stand beside the text
 */
export async function sourceOf(id, rows, columns, chosen) {
  if (!chosen.file) {
    return el('p', { class: 'message' }, 'Nothing is known of the source of this code; compile it with -g.');
  }
  let source;
  try {
    source = await load(`${runPath(id)}/source?file=${encodeURIComponent(chosen.file)}`);
  } catch (error) {
    source = { found: false, lines: [], missing: error.message };
  }
  const head = [el('h2', {}, baseName(chosen.file)), el('span', { class: 'quiet small' }, chosen.file)];
  if (!source.found) {
    return el('div', {}, el('div', { class: 'bar' }, head), el('p', { class: 'message' }, exported() ? 'The source text was not exported.' : `There is no source text here: ${source.missing}.`));
  }
  return listing(source.lines, head, byLine(rows, chosen.file), columns.filter(({ kind }) => TEXTS[kind]), chosen.sourceLine);
}

/** The rows of each line of a file. */
function byLine(rows, file) {
  const lines = new Map();
  for (const row of rows) {
    if (row.file === file && row.row === 'item') {
      const same = lines.get(row.sourceLine);
      if (same) {
        same.push(row);
      } else {
        lines.set(row.sourceLine, [row]);
      }
    }
  }
  return lines;
}

/** What a line's rows have in a column: their sum, or their mean weighted by accesses. */
function valueOf(same, column) {
  const value = (row) => (column.value ? column.value(row) : row[column.key]);
  const sum = (of) => same.reduce((all, row) => all + (of(row) ?? 0), 0);
  const adds = column.kind === 'count' || column.key === 'share' || same.length === 1;
  return adds ? sum(value) : sum((row) => value(row) * row.accesses) / (sum((row) => row.accesses) || 1);
}

function listing(lines, heading, values, columns, current) {
  let hot = columns.find(({ key }) => key === route().parameters.get('heat')) ?? columns[0];
  const head = el('tr');
  const body = el('tbody');
  const table = el('table', { class: 'source' }, el('thead', {}, head), body);
  const frame = el('div', { class: 'tableframe', tabindex: 0, role: 'region', 'aria-label': 'Source text' }, table);
  let heat = new Map();
  let beside = [];
  const rowOf = (index) => {
    const own = values.get(index + 1);
    const numbers = beside.map((column) => {
      const value = own && valueOf(own, column);
      return el('td', { class: 'number', title: own && column.kind === 'count' ? exact(value) : undefined }, own ? TEXTS[column.kind](value) : '');
    });
    const row = el('tr', { class: own ? 'hot' : '', 'aria-current': index + 1 === current ? 'true' : undefined },
        el('td', { class: 'number quiet' }, index + 1), numbers.slice(0, BEFORE), el('td', { class: 'text' }, lines[index]), numbers.slice(BEFORE));
    row.style.setProperty('--heat', `${Math.round(50 * (heat.get(index + 1) ?? 0))}%`);
    return row;
  };
  const sight = new RowWindow(frame, body, rowOf);
  const draw = () => {
    heat = heatOf(values, hot);
    // The chosen column is always there, behind the share.
    beside = [...new Set([columns[0], hot, ...columns])].slice(0, BESIDE);
    const heads = beside.map((column) =>
      el('th', { scope: 'col', class: 'number', 'aria-current': column === hot ? 'true' : undefined, title: column.about }, column.title));
    head.replaceChildren(el('th', { scope: 'col', class: 'number' }, 'Line'), ...heads.slice(0, BEFORE), el('th', { scope: 'col' }, 'Source'), ...heads.slice(BEFORE));
    sight.show(lines.map((_, index) => index));
  };
  const choice = el('select', { change: () => {
    hot = columns[choice.selectedIndex];
    keep({ heat: choice.selectedIndex === 0 ? '' : hot.key });
    const { scrollTop } = frame;
    draw();
    frame.scrollTop = scrollTop;
    sight.draw();
  } }, columns.map((column) => el('option', { value: column.key, selected: column === hot }, column.title)));
  draw();
  // What is where is known once the table is in the page.
  requestAnimationFrame(() => {
    sight.height = 0;
    sight.reveal(current - 1);
    frame.scrollTop = Math.max(0, (current - 1) * sight.measure() - frame.clientHeight / 3);
    sight.draw();
  });
  return el('div', {}, el('div', { class: 'bar' }, heading, el('span', { class: 'space' }), el('label', {}, 'Heat: ', choice)), frame);
}

/** How hot lines are, 0 to 1: misses and other shares count as often as they came; of scores the bad ones are hot. */
function heatOf(values, column) {
  const share = { key: 'share' };
  const of = (own) => {
    const value = valueOf(own, column);
    const often = column.key === 'share' || column.kind === 'count' ? 1 : valueOf(own, share);
    return often * (column.better === 'higher' ? 1 - value : value);
  };
  const all = [...values].map(([line, own]) => [line, Math.max(0, of(own))]);
  const most = all.reduce((max, [, value]) => Math.max(max, value), 0) || 1;
  return new Map(all.map(([line, value]) => [line, value / most]));
}
