// The plots of a run: reuse distances, miss ratio, strides, the plane of scores, scores over time.

import { el, svg } from './dom.js';
import { load, runPath } from './data.js';
import { chart, telling } from './chart.js';
import { narrowingOf } from './narrow.js';
import { link } from './route.js';
import { bytes, count, exact, percent, score } from './format.js';

const LARGEST_STRIDE_SHOWN = 64;
const LABELLED = 14;

/** All plots of a run. */
export async function plotsTab({ id, report }) {
  const part = narrowingOf();
  const timeline = await load(`${runPath(id)}/timeline${part ? '?process=' + part.process : ''}`);
  const { caches } = await load(runPath(id) + '/table/functions');
  return el('div', { class: 'plots' },
      reusePlot(id, report), missPlot(id, report, caches), stridePlot(id, report), ...pagePlots(id, report),
      planePlot(id, report), barPlot(id, report), timePlot(id, report, timeline, part));
}

/** Those of pages, where these are scored. */
export function pagePlots(id, report) {
  return report.page ? [reusePlot(id, report, 'page'), missPlot(id, report, [], 'page'), stridePlot(id, report, 'page')] : [];
}

function suffix(side, usual) {
  return side === usual ? '' : '-' + side;
}

function binLabel(entry) {
  return entry === 0 ? '0' : entry === 1 ? '1' : `2^${entry - 1}`;
}

/** Reuse distances, and which share of accesses has at most that distance. */
export function reusePlot(id, report, side = 'word') {
  const total = report.totals.accesses || 1;
  const reuse = report[side].reuse;
  const cold = report[side].coldShare;
  const bins = Math.max(reuse.length, 12);
  const data = [['distance from', 'accesses', 'share', 'cumulative share']];
  let sum = 0;
  const shares = reuse.map((accesses, entry) => {
    sum += accesses;
    data.push([entry === 0 ? 0 : 2 ** (entry - 1), accesses, accesses / total, sum / total]);
    return accesses / total;
  });
  data.push(['cold', Math.round(cold * total), cold, '']);
  const most = Math.max(...shares, cold, 0.01);
  return chart({
    title: `Reuse distances of ${side}s`, name: id + '-reuse' + suffix(side, 'word'), data,
    legend: [['load', 'share'], ['store', 'cumulative, 0 to 100 %']],
    note: `Distinct other ${side}s touched between two accesses to a ${side}. First touches: ${percent(cold)}.`,
    x: { title: `reuse distance (${side}s)`, min: -0.5, max: bins + 0.6, ticks: range(0, bins - 1, 2), format: binLabel },
    y: { title: 'share of accesses', min: 0, max: most * 1.06, format: percent },
    draw: (frame) => {
      const width = frame.x(1) - frame.x(0);
      shares.concat(Array(bins - shares.length).fill(0), cold).forEach((share, entry) => {
        const bar = svg('rect', {
          class: entry === bins ? 'series2' : 'series0', x: frame.x(entry) - width * 0.42, width: width * 0.84,
          y: frame.y(share), height: Math.max(0, frame.bottom - frame.y(share)),
        });
        frame.add(telling(bar, entry === bins ? `first touches: ${percent(share)}` :
          `distance ${entry < 2 ? entry : `${exact(2 ** (entry - 1))} to ${exact(2 ** entry - 1)}`}: ${percent(share)}`));
      });
      let reached = 0;
      const points = shares.map((share, entry) => {
        reached += share;
        return `${frame.x(entry).toFixed(1)},${(frame.bottom - (frame.bottom - frame.top) * reached).toFixed(1)}`;
      });
      frame.add(svg('polyline', { class: 'line1', points: points.join(' ') }));
      frame.add(svg('text', { x: frame.x(bins), y: frame.bottom + 18, 'text-anchor': 'middle' }, 'cold'));
    },
  });
}

/** Miss ratio of a fully associative cache with LRU replacement, by its size; of pages: that of a TLB. */
export function missPlot(id, report, cacheSizes = [], side = 'line') {
  const total = report.totals.accesses || 1;
  const lineBytes = report.parameters[side];
  const reuse = report[side].reuse;
  const data = [['cache bytes', 'miss ratio']];
  let hits = 0;
  const points = [];
  reuse.forEach((accesses, entry) => {
    hits += accesses;
    // Entry k holds distances below 2^k: a cache of 2^k lines hits them all.
    points.push([lineBytes * 2 ** entry, 1 - hits / total]);
  });
  while (points.length < 16) {
    const last = points.at(-1) ?? [lineBytes / 2, 1];
    points.push([2 * last[0], last[1]]);
  }
  points.forEach((point) => data.push(point));
  const largest = Math.max(points.at(-1)[0], ...cacheSizes.map((size) => 2 * size));
  if (largest > points.at(-1)[0]) {
    points.push([largest, points.at(-1)[1]]);
  }
  const most = Math.max(...points.map((point) => point[1]), 0.01);
  return chart({
    title: side === 'page' ? 'Miss ratio by TLB reach' : 'Miss ratio by cache size', name: id + '-miss-ratio' + suffix(side, 'line'), data,
    note: `Exact for fully associative ${side === 'page' ? 'TLBs' : 'caches'} of ${side}s of ${bytes(lineBytes)} with LRU replacement.` +
      (side === 'page' ? '' : ' Dashed: this machine’s caches.'),
    x: { title: side === 'page' ? 'memory whose pages are in the TLB' : 'cache size', kind: 'log', min: lineBytes, max: largest, ticks: powers(lineBytes, largest, 4), format: wholeBytes },
    y: { title: 'miss ratio', min: 0, max: Math.min(1, most * 1.08), format: percent },
    draw: (frame) => {
      frame.add(svg('polyline', { class: 'line0', points: points.map(([x, y]) => `${frame.x(x).toFixed(1)},${frame.y(y).toFixed(1)}`).join(' ') }));
      for (const [size, ratio] of points) {
        frame.add(telling(svg('circle', { class: 'series0', cx: frame.x(size), cy: frame.y(ratio), r: 3.2 }), `${bytes(size)}: ${percent(ratio)} miss`));
      }
      for (const size of cacheSizes) {
        if (size >= lineBytes && size <= largest) {
          const late = frame.x(size) > frame.right - 70;
          frame.add(
              svg('line', { class: 'mark', x1: frame.x(size), x2: frame.x(size), y1: frame.top, y2: frame.bottom }),
              svg('text', { class: 'label', x: frame.x(size) + (late ? -4 : 4), y: frame.top + 10, 'text-anchor': late ? 'end' : 'start' }, bytes(size)));
        }
      }
    },
  });
}

/** Strides. */
export function stridePlot(id, report, side = 'word') {
  const total = report.totals.accesses || 1;
  const strides = report[side].strides;
  const imax = report.parameters.imax;
  const data = [[`stride (${side}s)`, 'accesses', 'share']];
  strides.forEach((accesses, stride) => data.push([stride === imax ? 'none or larger' : stride, accesses, accesses / total]));
  const shown = Math.min(LARGEST_STRIDE_SHOWN, imax);
  const between = strides.slice(shown, imax).reduce((a, b) => a + b, 0) / total;
  const none = strides[imax] / total;
  const shares = strides.slice(0, shown).map((accesses) => accesses / total);
  const all = [...shares, between, none];
  const names = [...range(0, shown), `${shown} to ${imax - 1}`, 'none or larger'];
  const step = 1.8;
  const place = (index) => (index < shown ? index : shown + step * (index - shown) + 2);
  return chart({
    title: `Strides of ${side}s`, name: id + '-strides' + suffix(side, 'word'), data,
    note: `Smallest distance to one of the ${report.parameters.window} accesses before.`,
    x: { title: `stride (${side}s)`, min: -0.8, max: place(shown + 1) + 3, ticks: range(0, shown, 8) },
    y: { title: 'share of accesses', min: 0, max: Math.max(...all, 0.01) * 1.06, format: percent },
    draw: (frame) => {
      const width = frame.x(1) - frame.x(0);
      all.forEach((share, index) => frame.add(telling(svg('rect', {
        class: index < shown ? 'series0' : 'series2', x: frame.x(place(index)) - width * 0.4, width: width * 0.8,
        y: frame.y(share), height: Math.max(0, frame.bottom - frame.y(share)),
      }), `stride ${names[index]}: ${percent(share)}`)));
      frame.add(svg('text', { x: frame.x(place(shown) + 0.9), y: frame.bottom + 18, 'text-anchor': 'middle' }, 'far  none'));
    },
  });
}

/** Functions in the plane of both scores, the larger the more accesses. */
export function planePlot(id, report) {
  const rows = report.functions.filter((row) => row.loads + row.stores > 0).slice(0, 200);
  const most = Math.max(...rows.map((row) => row.loads + row.stores), 1);
  const data = [['function', 'accesses', 'TL', 'SL'], ...rows.map((row) => [row.name, row.loads + row.stores, row.word.tl, row.word.sl])];
  return scorePlane({
    id: id + '-plane', title: 'Functions by both scores', data,
    note: `Area: accesses of the function. ${viewOf(report)}, words.`,
    points: rows.map((row) => ({
      name: row.name, tl: row.word.tl, sl: row.word.sl, weight: (row.loads + row.stores) / most,
      text: `${row.name}\nTL ${score(row.word.tl)}, SL ${score(row.word.sl)}\n${exact(row.loads + row.stores)} accesses`,
      address: link(['run', id, 'functions'], { filter: row.name }),
    })),
  });
}

/** Points in the plane of both scores; labels stand where there is room. */
export function scorePlane({ id, title, note, points, data }) {
  return chart({
    title, name: id, note, data, height: 420,
    x: { title: 'spatial locality SL', min: 0, max: 1.001, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    y: { title: 'temporal locality TL', min: 0, max: 1.02, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    draw: (frame) => {
      const boxes = [];
      points.forEach((point, index) => {
        const radius = 3 + 15 * Math.sqrt(point.weight);
        const x = frame.x(point.sl);
        const y = frame.y(point.tl);
        const circle = svg('circle', { class: 'point', cx: x, cy: y, r: radius });
        frame.add(point.address ? svg('a', { href: point.address }, telling(circle, point.text)) : telling(circle, point.text));
        const name = point.name.length > 28 ? point.name.slice(0, 27) + '…' : point.name;
        const width = 6.4 * name.length;
        const places = [[x + radius + 3, y + 4], [x - radius - 3 - width, y + 4], [x - width / 2, y - radius - 4], [x - width / 2, y + radius + 12]];
        const free = places.find(([left, base]) => left >= frame.left + 2 && left + width <= frame.right && base > frame.top + 9 && base < frame.bottom - 2 &&
          !boxes.some((box) => left < box[0] + box[2] && box[0] < left + width && Math.abs(base - box[1]) < 13));
        if (free && index < LABELLED && point.weight > 0.001) {
          boxes.push([free[0], free[1], width]);
          frame.add(svg('text', { class: 'label', x: free[0], y: free[1] }, name));
        }
      });
    },
  });
}

/** Scores of the functions with most accesses. */
export function barPlot(id, report) {
  const rows = report.functions.slice(0, 12);
  const data = [['function', 'TL', 'SL', 'SL*'], ...rows.map((row) => [row.name, row.word.tl, row.word.sl, row.word.slNonZero])];
  const height = 70 + 30 * Math.max(rows.length, 3);
  return chart({
    title: 'Scores of functions', name: id + '-functions', data, height, left: 190,
    legend: [['load', 'TL'], ['store', 'SL'], ['both', '']].slice(0, 2),
    note: `The functions with most accesses. ${viewOf(report)}, words.`,
    x: { title: 'score', min: 0, max: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    y: { title: '', min: 0, max: Math.max(rows.length, 3), ticks: [] },
    draw: (frame) => rows.forEach((row, index) => {
      const top = frame.y(Math.max(rows.length, 3) - index) + 4;
      const name = row.name.length > 26 ? row.name.slice(0, 25) + '…' : row.name;
      frame.add(svg('text', { class: 'label', x: frame.left - 7, y: top + 14, 'text-anchor': 'end' }, name));
      [['tl', 'TL', 'series0'], ['sl', 'SL', 'series1']].forEach(([key, title, kind], at) => frame.add(telling(svg('rect', {
        class: kind, x: frame.left, width: Math.max(0.5, frame.x(row.word[key]) - frame.left), y: top + 10 * at, height: 9,
      }), `${row.name}: ${title} ${score(row.word[key])}`)));
    }),
  });
}

/** Scores of consecutive windows, and the phases they are in; of a part of the time if one is given. */
export function timePlot(id, report, timeline, part = null) {
  const all = timeline.windows;
  const min = part?.from ?? 0;
  const max = part?.to ?? Math.max(...all.map((w) => w.first + w.accesses), 1);
  const windows = all.filter((w) => w.first < max && w.first + w.accesses > min);
  const phases = timeline.phases.filter((phase) => phase.first < max && phase.first + phase.accesses > min);
  const phaseOf = (w) => phases.findLast((phase) => phase.first <= w.first)?.name ?? '';
  const data = [['first access', 'accesses', 'TL', 'SL', 'phase'], ...windows.map((w) => [w.first, w.accesses, w.tl, w.sl, phaseOf(w)])];
  const inside = (value) => Math.max(min, Math.min(max, value));
  return chart({
    title: 'Scores over time', name: id + '-time', data, top: 40,
    legend: [['load', 'TL'], ['store', 'SL']],
    note: `Windows of ${exact(report.parameters.timeWindow)} accesses, in context${timeline.processes > 1 ? `, process ${timeline.pid}` : ''}.` +
      (phases.length > 1 ? ' Shaded: phases.' : ''),
    x: { title: 'time (accesses)', min, max, format: count },
    y: { title: 'score', min: 0, max: 1.02, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
    draw: (frame) => {
      if (phases.length > 1) {
        shade(frame, phases, inside);
      }
      for (const [key, kind] of [['tl', 'line0'], ['sl', 'line1']]) {
        const points = windows.flatMap((w) => [[inside(w.first), w[key]], [inside(w.first + w.accesses), w[key]]]);
        frame.add(svg('polyline', { class: kind, points: points.map(([x, y]) => `${frame.x(x).toFixed(1)},${frame.y(y).toFixed(1)}`).join(' ') }));
      }
    },
  });
}

/** Every second phase is a little darker; names stand above, in two rows, where they fit. */
function shade(frame, phases, inside) {
  const ends = [-Infinity, -Infinity];
  phases.forEach((phase, index) => {
    const left = frame.x(inside(phase.first));
    const right = frame.x(inside(phase.first + phase.accesses));
    const text = `${phase.name}\naccesses ${exact(phase.first)} to ${exact(phase.first + phase.accesses)}${phase.marked ? ', marked by the program' : ''}`;
    frame.add(telling(svg('rect', {
      class: index % 2 === 0 ? 'phase' : 'phase dark', x: left, width: Math.max(1, right - left), y: frame.top, height: frame.bottom - frame.top,
    }), text));
    const row = ends.findIndex((end) => end < left);
    const room = frame.right - left;
    const longest = Math.max(10, Math.floor((right - left) / 3));
    const name = phase.name.length > longest ? phase.name.slice(0, longest - 1) + '…' : phase.name;
    const width = 6.2 * name.length + 8;
    if (row >= 0 && width <= room) {
      ends[row] = left + width;
      frame.add(svg('text', { class: 'label', x: left + 2, y: frame.top - 20 + 13 * row }, name));
    }
  });
}

/** A size that is a whole number of its unit: 64 MiB. */
function wholeBytes(value) {
  return bytes(value).replace(/\.0+ /, ' ');
}

function viewOf(report) {
  return report.view === 'isolated' ? 'Isolated' : 'In context';
}

function range(from, to, step = 1) {
  const values = [];
  for (let value = from; value < to; value += step) {
    values.push(value);
  }
  return values;
}

function powers(from, to, factor) {
  const values = [];
  for (let value = from; value <= to; value *= factor) {
    values.push(value);
  }
  return values;
}
