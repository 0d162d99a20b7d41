// Two runs side by side: what changed from the first to the second.

import { el, svg } from './dom.js';
import { load, runPath } from './data.js';
import { chart, telling } from './chart.js';
import { link } from './route.js';
import { commandLine, count, percent, score } from './format.js';
import { table } from './table.js';
import { missPlot, reusePlot, stridePlot } from './plots.js';

/** Two runs and what changed from the first to the second. */
export async function comparePage(first, second) {
  const [a, b] = await Promise.all([first, second].map((id) => load(runPath(id) + '/report')));
  document.title = `${first} and ${second} - tslmap`;
  const same = JSON.stringify(a.parameters) === JSON.stringify(b.parameters);
  return [
    el('h1', {}, `${commandLine(a.command)} and ${commandLine(b.command)}`),
    el('p', { class: 'quiet small' },
        'A: ', el('a', { href: link(['run', first]) }, first), ' · B: ', el('a', { href: link(['run', second]) }, second),
        ' · ', el('a', { href: link(['compare', second, first]) }, 'exchange')),
    same ? '' : el('p', { class: 'warning' }, 'These runs were scored with different parameters, so their scores do not compare. Replay one with the parameters of the other.'),
    wholes(a, b),
    el('h2', { class: 'above' }, 'Functions'),
    functions(first, second, a, b),
    el('h2', { class: 'above' }, 'Plots'),
    el('div', { class: 'plots' },
        changePlot(first, second, a, b),
        reusePlot(first + ' (A)', a), reusePlot(second + ' (B)', b),
        missPlot(first + ' (A)', a), missPlot(second + ' (B)', b),
        stridePlot(first + ' (A)', a), stridePlot(second + ' (B)', b)),
  ];
}

const WHOLE = [
  ['TL of words', (r) => r.word.tl, score], ['SL of words', (r) => r.word.sl, score],
  ['SL* of words', (r) => r.word.slNonZero, score], ['Cold share of words', (r) => r.word.coldShare, percent],
  ['TL of lines', (r) => r.line.tl, score], ['SL of lines', (r) => r.line.sl, score],
  ['Accesses', (r) => r.totals.accesses, count], ['Loads', (r) => r.totals.loads, count],
  ['Stores', (r) => r.totals.stores, count],
  ['Footprint in words', (r) => r.word.footprint, count], ['Footprint in lines', (r) => r.line.footprint, count],
];

function wholes(a, b) {
  return el('div', { class: 'tableframe whole' }, el('table', {},
      el('thead', {}, el('tr', {}, el('th', {}, 'Whole'), ['A', 'B', 'B − A', 'B / A'].map((text) => el('th', { class: 'number' }, text)))),
      el('tbody', {}, WHOLE.map(([name, value, text]) => {
        const one = value(a);
        const two = value(b);
        const difference = two - one;
        const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
        return el('tr', {}, el('td', {}, name), el('td', { class: 'number' }, text(one)), el('td', { class: 'number' }, text(two)),
            el('td', { class: 'number' }, sign + text(Math.abs(difference))),
            el('td', { class: 'number' }, one === 0 ? '' : (two / one).toFixed(3)));
      }))));
}

/** Functions of both, put together by name and file; one that only one run has counts as 0 in the other. */
export function matched(a, b) {
  const rows = new Map();
  const key = (row) => `${row.name}\n${row.file}`;
  for (const [side, report] of [['a', a], ['b', b]]) {
    for (const row of report.functions) {
      const entry = rows.get(key(row)) ?? { name: row.name, file: row.file };
      const old = entry[side];
      // Functions of one name and file in several objects: the one with most accesses has the scores.
      entry[side] = old ? { ...old, accesses: old.accesses + row.loads + row.stores } :
        { accesses: row.loads + row.stores, tl: row.word.tl, sl: row.word.sl, cold: row.word.coldShare };
      rows.set(key(row), entry);
    }
  }
  return [...rows.values()];
}

function functions(first, second, a, b) {
  const difference = (key) => (row) => (row.a && row.b ? row.b[key] - row.a[key] : undefined);
  const columns = [
    { key: 'name', title: 'Function', kind: 'name' },
    { key: 'aacc', title: 'Accesses A', kind: 'count', value: (row) => row.a?.accesses ?? 0 },
    { key: 'bacc', title: 'Accesses B', kind: 'count', value: (row) => row.b?.accesses ?? 0 },
    { key: 'weight', title: 'Change of share', kind: 'change', about: 'Share of all accesses in B less that in A',
      value: (row) => (row.b?.accesses ?? 0) / (b.totals.accesses || 1) - (row.a?.accesses ?? 0) / (a.totals.accesses || 1) },
    { key: 'atl', title: 'TL A', kind: 'score', value: (row) => row.a?.tl }, { key: 'btl', title: 'TL B', kind: 'score', value: (row) => row.b?.tl },
    { key: 'dtl', title: 'Change of TL', kind: 'change', value: difference('tl') },
    { key: 'asl', title: 'SL A', kind: 'score', value: (row) => row.a?.sl }, { key: 'bsl', title: 'SL B', kind: 'score', value: (row) => row.b?.sl },
    { key: 'dsl', title: 'Change of SL', kind: 'change', value: difference('sl') },
    { key: 'acold', title: 'Cold A', kind: 'share', value: (row) => row.a?.cold }, { key: 'bcold', title: 'Cold B', kind: 'share', value: (row) => row.b?.cold },
  ];
  return table(columns, matched(a, b), { name: `${first}-${second}`, sort: '-bacc' });
}

/** Where functions of both runs are in the plane of scores, and where they went. */
function changePlot(first, second, a, b) {
  const rows = matched(a, b).filter((row) => row.a && row.b)
      .sort((x, y) => y.a.accesses + y.b.accesses - x.a.accesses - x.b.accesses).slice(0, 12);
  const data = [['function', 'TL A', 'SL A', 'TL B', 'SL B'], ...rows.map((row) => [row.name, row.a.tl, row.a.sl, row.b.tl, row.b.sl])];
  return chart({
    title: 'From A to B', name: `${first}-${second}-plane`, data, height: 420,
    legend: [['load', 'A'], ['store', 'B']], note: 'The functions with most accesses, in context, words.',
    x: { title: 'spatial locality SL', min: 0, max: 1.001, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    y: { title: 'temporal locality TL', min: 0, max: 1.02, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    draw: (frame) => rows.forEach((row, index) => {
      const [x0, y0, x1, y1] = [frame.x(row.a.sl), frame.y(row.a.tl), frame.x(row.b.sl), frame.y(row.b.tl)];
      frame.add(svg('line', { class: 'mark', x1: x0, y1: y0, x2: x1, y2: y1 }),
          telling(svg('circle', { class: 'series0', cx: x0, cy: y0, r: 4 }), `${row.name}, A: TL ${score(row.a.tl)}, SL ${score(row.a.sl)}`),
          telling(svg('circle', { class: 'series1', cx: x1, cy: y1, r: 4 }), `${row.name}, B: TL ${score(row.b.tl)}, SL ${score(row.b.sl)}`));
      if (index < 6) {
        frame.add(svg('text', { class: 'label', x: x1 + 7, y: y1 + 4 }, row.name));
      }
    }),
  });
}
