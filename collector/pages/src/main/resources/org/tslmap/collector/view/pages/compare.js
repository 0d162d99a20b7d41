// Two runs side by side: what changed from the first to the second.

import { el, svg } from './dom.js';
import { load, runPath } from './data.js';
import { chart, telling } from './chart.js';
import { link } from './route.js';
import { capital, granularitiesOf, measures, scoreColumn, shown } from './catalog.js';
import { commandLine, count, score } from './format.js';
import { table } from './table.js';
import { comparedPlots } from './plots.js';

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
        await comparedPlots(first, second)),
  ];
}

/** What is compared of the whole: [name, value of a report, text of a value]. */
function quantities(a, b) {
  const scores = granularitiesOf(a, b).flatMap((side, index) => measures(index === 0 ? 'table' : 'brief')
      .filter(({ key }) => a[side][key] !== undefined && b[side]?.[key] !== undefined)
      .map((measure) => [`${capital(measure.heading)} of ${side}s`, (report) => report[side][measure.key], (value) => shown(measure, value)]));
  const totals = ['accesses', 'loads', 'stores'].map((key) => [capital(key), (report) => report.totals[key], count]);
  return [...scores, ...totals];
}

function wholes(a, b) {
  return el('div', { class: 'tableframe whole' }, el('table', {},
      el('thead', {}, el('tr', {}, el('th', {}, 'Whole'), ['A', 'B', 'B − A', 'B / A'].map((text) => el('th', { class: 'number' }, text)))),
      el('tbody', {}, quantities(a, b).map(([name, value, text]) => {
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
        { ...row, accesses: row.loads + row.stores };
      rows.set(key(row), entry);
    }
  }
  return [...rows.values()];
}

function functions(first, second, a, b) {
  const [finest] = granularitiesOf(a, b);
  const scores = measures('table').filter(({ key }) => a.functions[0]?.[finest][key] !== undefined).flatMap((measure) => {
    const [one, two] = ['a', 'b'].map((which) => {
      const column = scoreColumn(measure, finest, (row) => row[which]);
      return { ...column, key: `${which}-${column.key}`, title: `${column.title} ${which.toUpperCase()}` };
    });
    return [one, two, {
      key: `change-${measure.key}`, title: 'Change of ' + measure.heading, kind: 'change', better: measure.better, about: one.about,
      value: (row) => (row.a && row.b ? two.value(row) - one.value(row) : undefined),
    }];
  });
  const columns = [
    { key: 'name', title: 'Function', kind: 'name' },
    { key: 'aacc', title: 'Accesses A', kind: 'count', value: (row) => row.a?.accesses ?? 0 },
    { key: 'bacc', title: 'Accesses B', kind: 'count', value: (row) => row.b?.accesses ?? 0 },
    { key: 'weight', title: 'Change of share', kind: 'change', about: 'Share of all accesses in B less that in A',
      value: (row) => (row.b?.accesses ?? 0) / (b.totals.accesses || 1) - (row.a?.accesses ?? 0) / (a.totals.accesses || 1) },
    ...scores,
  ];
  return table(columns, matched(a, b), { name: `${first}-${second}`, sort: '-bacc' });
}

/** Where functions of both runs are in the plane of scores, and where they went. */
function changePlot(first, second, a, b) {
  const rows = matched(a, b).filter((row) => row.a && row.b)
      .sort((x, y) => y.a.accesses + y.b.accesses - x.a.accesses - x.b.accesses).slice(0, 12);
  const data = [['function', 'TL A', 'SL A', 'TL B', 'SL B'], ...rows.map((row) => [row.name, row.a.word.tl, row.a.word.sl, row.b.word.tl, row.b.word.sl])];
  return chart({
    title: 'From A to B', name: `${first}-${second}-plane`, data, height: 420,
    legend: [['load', 'A'], ['store', 'B']], note: 'The functions with most accesses, in context, words.',
    x: { title: 'spatial locality SL', min: 0, max: 1.001, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    y: { title: 'temporal locality TL', min: 0, max: 1.02, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    draw: (frame) => rows.forEach((row, index) => {
      const [x0, y0, x1, y1] = [frame.x(row.a.word.sl), frame.y(row.a.word.tl), frame.x(row.b.word.sl), frame.y(row.b.word.tl)];
      frame.add(svg('line', { class: 'mark', x1: x0, y1: y0, x2: x1, y2: y1 }),
          telling(svg('circle', { class: 'series0', cx: x0, cy: y0, r: 4 }), `${row.name}, A: TL ${score(row.a.word.tl)}, SL ${score(row.a.word.sl)}`),
          telling(svg('circle', { class: 'series1', cx: x1, cy: y1, r: 4 }), `${row.name}, B: TL ${score(row.b.word.tl)}, SL ${score(row.b.word.sl)}`));
      if (index < 6) {
        frame.add(svg('text', { class: 'label', x: x1 + 7, y: y1 + 4 }, row.name));
      }
    }),
  });
}
