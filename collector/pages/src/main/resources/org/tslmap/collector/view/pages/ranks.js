// The ranks of an MPI run beside each other: what each did, and how evenly work is spread.

import { el, svg } from './dom.js';
import { loadPictures } from './data.js';
import { chart, telling } from './chart.js';
import { link } from './route.js';
import { count, exact } from './format.js';
import { granularitiesOf, scoreColumns } from './catalog.js';
import { plotFigure } from './plot.js';
import { table } from './table.js';

/** The tab of a run with ranks. */
export async function ranksTab({ id, report }) {
  const { processes = [] } = await loadPictures(id); // none before they are counted
  const { ranks, missingRanks, imbalance } = report;
  const most = Math.max(...ranks.map((rank) => rank.totals.accesses), 1);
  const picture = (rank) => {
    const process = processes.findIndex((one) => one.pid === rank.pid && one.rank === rank.rank);
    return process < 0 ? undefined : link(['run', id, 'addresses'], { process });
  };
  const columns = [
    { key: 'rank', title: 'Rank', kind: 'exact', link: picture, about: 'Leads to its addresses over time' },
    { key: 'process', title: 'Process', kind: 'text', value: (rank) => `${rank.pid}@${rank.host}` },
    { key: 'share', title: 'Beside the largest', kind: 'share', bar: true, value: (rank) => rank.totals.accesses / most },
    { key: 'accesses', title: 'Accesses', kind: 'count', value: (rank) => rank.totals.accesses },
    { key: 'loads', title: 'Loads', kind: 'count', value: (rank) => rank.totals.loads },
    { key: 'stores', title: 'Stores', kind: 'count', value: (rank) => rank.totals.stores },
    ...scoreColumns(ranks),
  ];
  return [
    missingRanks.length > 0 ? el('p', { class: 'warning' }, `Nothing is known of rank ${missingRanks.join(', ')}.`) : '',
    el('h2', {}, 'Ranks'),
    table(columns, ranks, { name: id + '-ranks', sort: 'rank', title: 'Ranks' }),
    el('div', { class: 'plots ranks' }, accessPlot(id, ranks), rankPlane(id, ranks, picture)),
    imbalance ? [el('h2', { class: 'above' }, 'Imbalance'), ...imbalanceTable(id, imbalance)] : '',
  ].flat();
}

function imbalanceTable(id, imbalance) {
  const columns = [
    { key: 'name', title: 'Function', kind: 'name' },
    { key: 'imbalance', title: 'Imbalance', kind: 'score', about: imbalance.formula },
    { key: 'mean', title: 'Mean accesses', kind: 'count', value: (row) => Math.round(row.mean) },
    { key: 'max', title: 'Most', kind: 'count' }, { key: 'maxRank', title: 'by rank', kind: 'exact' },
    { key: 'min', title: 'Fewest', kind: 'count' }, { key: 'minRank', title: 'by rank ', kind: 'exact' },
  ];
  return [
    el('p', { class: 'quiet small' }, `Of accesses, over ranks: ${imbalance.formula}; 0 when all do the same, 1 when one does everything.`),
    table(columns, imbalance.functions, {
      name: id + '-imbalance', sort: '-max', title: 'Imbalance', parameter: 'imbalance-', total: { ...imbalance.whole, name: 'all accesses' },
    }),
  ];
}

/** Loads and stores of each rank. */
function accessPlot(id, ranks) {
  const most = Math.max(...ranks.map((rank) => rank.totals.accesses), 1);
  const step = Math.max(1, Math.ceil(ranks.length / 16));
  return chart({
    title: 'Accesses of ranks', name: id + '-rank-accesses',
    data: [['rank', 'loads', 'stores'], ...ranks.map((rank) => [rank.rank, rank.totals.loads, rank.totals.stores])],
    legend: [['load', 'loads'], ['store', 'stores']],
    x: {
      title: 'rank', min: -0.6, max: ranks.length - 0.4, format: (index) => String(ranks[index].rank),
      ticks: ranks.map((_, index) => index).filter((index) => index % step === 0),
    },
    y: { title: 'accesses', min: 0, max: most * 1.06, format: count },
    draw: (frame) => ranks.forEach(({ rank, totals }, index) => {
      const width = 0.8 * (frame.x(1) - frame.x(0));
      [['series0', 0, totals.loads], ['series1', totals.loads, totals.accesses]].forEach(([kind, from, to]) =>
        frame.add(telling(svg('rect', {
          class: kind, x: frame.x(index) - width / 2, width, y: frame.y(to), height: Math.max(0, frame.y(from) - frame.y(to)),
        }), `rank ${rank}: ${exact(to - from)} ${from === 0 ? 'loads' : 'stores'}`)));
    }),
  });
}

/** Ranks by both scores of the finest granularity. */
function rankPlane(id, ranks, picture) {
  const [finest] = granularitiesOf(ranks);
  const axis = (key) => ({ title: `${key.toUpperCase()} of ${finest}s`, scale: 'score', min: 0, max: 1, places: [] });
  const points = ranks.filter((rank) => rank[finest].tl !== null).map((rank) => ({
    name: String(rank.rank), labelled: true, x: rank[finest].sl, y: rank[finest].tl, weight: rank.totals.accesses, rank,
  }));
  return plotFigure({
    title: 'Ranks by both scores', x: axis('sl'), y: axis('tl'), marks: [], spans: [], notes: ['Area: accesses of the rank. In context. Ranks of the same place stand side by side.'],
    series: [{ name: '', shape: 'points', hue: 'blue', marker: 'circle', dash: 'solid', points }],
  }, { name: id + '-rank-plane', addressOf: ({ rank }) => picture(rank), apart: true });
}
