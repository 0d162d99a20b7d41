// Two runs side by side: what changed from the first to the second.

import { el, svg } from './dom.js';
import { load, loadTable, runPath } from './data.js';
import { chart, telling } from './chart.js';
import { keep, link, route } from './route.js';
import { capital, granularitiesOf, measureOf, measures, scoreColumn, shown, shownAs } from './catalog.js';
import { differentialFlame } from './flame.js';
import { sumsOf } from './groups.js';
import { paired } from './pairs.js';
import { commandLine, count, score } from './format.js';
import { table } from './table.js';
import { comparedPlots } from './plots.js';

// Smaller changes are noise, and changes of functions with a smaller share matter to nobody: neither is coloured.
const POINTS = 0.005;
const SCORES = 0.005;
const MUCH = 0.005;

/** Two runs and what changed from the first to the second. */
export async function comparePage(first, second) {
  const both = (what) => Promise.all([first, second].map((id) => load(`${runPath(id)}/${what}`)));
  const functionsOf = async (id) => (await loadTable(id, 'functions')).all();
  const [[a, b], found, stacks, rows] = await Promise.all([...['report', 'hotspots', 'stacks'].map(both), Promise.all([first, second].map(functionsOf))]);
  document.title = `${first} and ${second} - tslmap`;
  const same = JSON.stringify(a.parameters) === JSON.stringify(b.parameters);
  return [
    el('h1', {}, `${commandLine(a.command)} and ${commandLine(b.command)}`),
    el('p', { class: 'quiet small' },
        'A: ', el('a', { href: link(['run', first]) }, first), ' · B: ', el('a', { href: link(['run', second]) }, second),
        ' · ', el('a', { href: link(['compare', second, first]) }, 'exchange')),
    same ? '' : el('p', { class: 'warning' }, 'These runs were scored with different parameters, so their scores do not compare. Replay one with the parameters of the other.'),
    ...[['A', a], ['B', b]].map(([side, { sampling }]) => (sampling?.share
      ? el('p', { class: 'note' }, `${side} was sampled: ${sampling.share}. Its scores and misses are estimates; its own tables say how far they may be off (±).`) : '')),
    wholes(a, b),
    el('h2', { class: 'above' }, 'Functions'),
    functions(first, second, ...rows),
    el('h2', { class: 'above' }, 'Hotspots'),
    hotspots(first, second, ...found),
    el('h2', { class: 'above' }, 'Flame graph of B: what grew and what shrank since A'),
    differentialFlame(second, ...stacks),
    el('h2', { class: 'above' }, 'Plots'),
    el('div', { class: 'plots' },
        changePlot(first, second, ...rows),
        await comparedPlots(first, second)),
  ];
}

/** What is compared of the whole: [name, value of a report, text of a value, unit]. */
function quantities(a, b) {
  const scores = granularitiesOf([a, b]).flatMap((side, index) => measures(index === 0 ? 'table' : 'brief')
      .filter(({ key }) => a[side][key] !== undefined && b[side]?.[key] !== undefined)
      .map((measure) => [`${capital(measure.heading)} of ${side}s`, (report) => report[side][measure.key], (value) => shown(measure, value), measure.unit]));
  const totals = ['accesses', 'loads', 'stores'].map((key) => [capital(key), (report) => report.totals[key], count]);
  return [...scores, ...totals];
}

/** Whether there is a value: accesses that were only counted have no scores. */
function isKnown(value) {
  return value !== undefined && value !== null;
}

function wholes(a, b) {
  return el('div', { class: 'tableframe whole' }, el('table', {},
      el('thead', {}, el('tr', {}, el('th', {}, 'Whole'), ['A', 'B', 'B − A', 'B / A'].map((text) => el('th', { class: 'number' }, text)))),
      el('tbody', {}, quantities(a, b).map(([name, value, text, unit]) => {
        const one = value(a);
        const two = value(b);
        if (!isKnown(one) || !isKnown(two)) {
          return el('tr', {}, el('td', {}, name), ...[one, two].map((side) => el('td', { class: 'number' }, isKnown(side) ? text(side) : 'not known')),
              el('td'), el('td'));
        }
        const difference = two - one;
        const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
        const changed = unit === 'share' ? `${(100 * Math.abs(difference)).toFixed(1)} points` : text(Math.abs(difference));
        return el('tr', {}, el('td', {}, name), el('td', { class: 'number' }, text(one)), el('td', { class: 'number' }, text(two)),
            el('td', { class: 'number' }, sign + changed),
            el('td', { class: 'number' }, one === 0 ? '' : (two / one).toFixed(3)));
      }))));
}

function functions(first, second, a, b) {
  const [finest] = granularitiesOf([...a.rows, ...b.rows]);
  const [ofA, ofB] = [a, b].map(({ rows }) => rows.filter(({ row }) => row === 'item'));
  const sums = [a, b].map(sumsOf);
  const some = (sum) => (sum.origin ? sum : undefined);
  const value = (key) => (row) => row?.[key];
  const much = (row) => Math.max(row.a?.share ?? 0, row.b?.share ?? 0) >= MUCH;
  const triple = (column, of, least, kind) => {
    const both = (row) => row.a && row.b && isKnown(of(row.a)) && isKnown(of(row.b));
    const change = (row) => (both(row) ? of(row.b) - of(row.a) : undefined);
    return [
      { ...column, key: 'a-' + column.key, title: column.title + ' A', value: (row) => (row.a ? of(row.a) : undefined) },
      { ...column, key: 'b-' + column.key, title: column.title + ' B', value: (row) => (row.b ? of(row.b) : undefined) },
      { key: 'change-' + column.key, title: 'Change of ' + column.title, kind, better: column.better, about: column.about, value: change,
        isChange: (row) => much(row) && Math.abs(change(row)) >= least },
    ];
  };
  // The first row may be of a function that was only counted, without scores.
  const [scoredA, scoredB] = [ofA, ofB].map((rows) => rows.find((row) => isKnown(row[finest]?.tl)));
  const misses = Object.keys(scoredA ?? {}).filter((key) => /^miss\d/.test(key) && scoredB?.[key] !== undefined);
  const scores = measures('table').filter(({ key }) => scoredA?.[finest]?.[key] !== undefined && key !== 'footprint');
  const columns = [
    { key: 'name', title: 'Function', kind: 'name' },
    ...triple({ key: 'share', title: 'Share', kind: 'share', about: 'Share of all accesses of its run' }, value('share'), POINTS, 'points'),
    ...misses.flatMap((key) => triple({ key, ...shownAs(measureOf(key)), better: 'lower' }, value(key), POINTS, 'points')),
    ...triple({ key: 'accesses', title: 'Accesses', kind: 'count' }, value('accesses'), Infinity, 'changed').slice(0, 2),
    ...scores.flatMap((measure) => {
      const column = { ...scoreColumn(measure, finest), key: measure.key };
      return triple(column, (row) => row[finest][measure.key], measure.unit === 'share' ? POINTS : SCORES, measure.unit === 'share' ? 'points' : 'change')
          .map((one) => ({ ...one, late: !['tl', 'sl'].includes(measure.key) }));
    }),
  ];
  const place = el('div');
  const renamed = el('input', { type: 'checkbox', checked: route().parameters.get('renamed') === '1', change: () => {
    keep({ renamed: renamed.checked ? '1' : '' });
    draw();
  } });
  const choice = el('label', { class: 'switch', title: 'Functions that only one run has are paired with those of the other that are most alike in share and scores' },
      renamed, ' Pair renamed functions');
  const draw = () => place.replaceChildren(table(columns, paired(ofA, ofB, finest, renamed.checked).map((row) => ({ ...row, origin: (row.a ?? row.b).origin, accesses: (row.a ?? row.b).accesses })), {
    sums: (origin) => ({ a: some(sums[0](origin)), b: some(sums[1](origin)) }), name: `${first}-${second}`, sort: '-b-share', extra: [choice], title: 'Functions of both runs',
  }));
  draw();
  return place;
}

/** Hotspots that only one of the runs has, and those of both. */
function hotspots(first, second, a, b) {
  if (!a.hotspots || !b.hotspots) {
    return el('p', { class: 'message' }, `Hotspots are not known: ${a.missing ?? b.missing}`);
  }
  const rows = new Map();
  for (const [which, found] of [['a', a], ['b', b]]) {
    for (const one of [...found.hotspots, ...found.small].filter(({ note }) => !note)) {
      const key = [one.pattern, one.function, one.object].join('\n');
      const row = rows.get(key) ?? { name: `${capital(one.label)}: ${one.function || 'code without a name'}, ${one.object || 'data without a name'}` };
      row[which] = (row[which] ?? 0) + one.share;
      rows.set(key, row);
    }
  }
  const change = (row) => (row.b ?? 0) - (row.a ?? 0);
  const columns = [
    { key: 'name', title: 'Hotspot', kind: 'name' },
    { key: 'state', title: 'State', kind: 'text', value: (row) => (row.a === undefined ? 'came' : row.b === undefined ? 'went' : 'in both') },
    { key: 'a', title: 'Could be saved in A', kind: 'share' }, { key: 'b', title: 'Could be saved in B', kind: 'share' },
    { key: 'change', title: 'Change', kind: 'points', better: 'lower', value: change, isChange: (row) => Math.abs(change(row)) >= POINTS },
  ];
  return rows.size === 0 ? el('p', { class: 'message' }, 'Neither run has a hotspot.')
    : table(columns, [...rows.values()].sort((x, y) => Math.abs(change(y)) - Math.abs(change(x))), {
      name: `${first}-${second}-hotspots`, parameter: 'hotspots-', title: 'Hotspots of both runs',
    });
}

function isOwn({ row, origin }) {
  return row === 'item' && origin === 'program';
}

/** Where functions of both runs are in the plane of scores, and where they went. */
function changePlot(first, second, a, b) {
  const rows = paired(a.rows.filter(isOwn), b.rows.filter(isOwn), 'word', false).filter((row) => isKnown(row.a?.word.tl) && isKnown(row.b?.word.tl))
      .filter((row) => Math.max(row.a.share, row.b.share) >= POINTS)
      .sort((x, y) => y.a.accesses + y.b.accesses - x.a.accesses - x.b.accesses).slice(0, 12);
  if (rows.length === 0) {
    return el('p', { class: 'message' }, 'No function with 0.5 % of the accesses or more is in both runs.');
  }
  const data = [['function', 'TL A', 'SL A', 'TL B', 'SL B'], ...rows.map((row) => [row.name, row.a.word.tl, row.a.word.sl, row.b.word.tl, row.b.word.sl])];
  return chart({
    title: 'From A to B', name: `${first}-${second}-plane`, data, height: 420,
    legend: [['load', 'A'], ['store', 'B']], note: `The functions with most accesses, words. A is ${a.view}, B ${b.view}.`,
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
