// Plots drawn from their descriptions: title, axes, series, marks, spans and notes, as the program
// writes them (and as it draws them into files).

import { svg } from './dom.js';
import { chart, telling } from './chart.js';
import { count, exact, score } from './format.js';

const BARS = 0.8;
const NAME_LEFT = 190;
const LETTER = 6.4;
const ROW = 10;

/**
 * A figure of a plot.
 *
 * options: name (for saved files), title (in place of its own), addressOf (gives a point's address), apart
 *   (points that would hide each other stand side by side)
 */
export function plotFigure(plot, { name, title = plot.title, addressOf, apart } = {}) {
  const lies = plot.y.scale === 'places';
  const bars = plot.series.filter(({ shape }) => shape === 'bars');
  const rows = plot.y.places.length;
  const legend = plot.series.filter((series) => series.name !== '').map((series) =>
    [`hue-${series.hue} ${series.shape === 'bars' || series.shape === 'points' ? '' : 'curve-' + series.dash}`, series.name]);
  return chart({
    title, name, legend, note: plot.notes.join(' '), data: rowsOf(plot),
    height: lies ? 70 + (ROW * bars.length + 8) * Math.max(rows, 2) : plot.series[0]?.shape === 'points' ? 420 : undefined,
    left: lies ? NAME_LEFT : undefined, top: plot.spans.length > 1 ? 40 : undefined,
    second: bars.length > 0 && !lies && plot.series.some(({ shape }) => shape === 'line') ? 'added up (%), curves' : undefined,
    x: axisOf(plot.x, bars.length > 0 ? 0.7 : 0.3),
    y: lies ? { title: '', min: 0, max: Math.max(rows, 2), ticks: [] } : axisOf(plot.y, 0.3, 1.02),
    draw: (frame) => {
      if (plot.spans.length > 1) {
        drawSpans(frame, plot.spans);
      }
      for (const series of plot.series) {
        const draw = { bars: lies ? drawRows : drawBars, line: drawCurve, steps: drawCurve, points: () => {} }[series.shape];
        draw(frame, plot, series, bars);
      }
      drawPoints(frame, plot, addressOf, apart);
      drawMarks(frame, plot.marks);
    },
  });
}

/** What a chart needs to know of an axis; before is the room beside the first and the last place, rim that above a score of 1. */
function axisOf({ title, scale, min, max, places }, before, rim = 1.002) {
  switch (scale) {
    case 'score': return { title, min, max: rim, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] };
    case 'percent': return { title, min, max: 100.2, ticks: [0, 20, 40, 60, 80, 100] };
    case 'accesses': return { title: `${title} (accesses)`, min, max, format: count };
    default: {
      const widest = Math.max(...places.map((place) => LETTER * place.length + 8));
      const step = Math.max(1, Math.ceil(widest / (620 / Math.max(1, places.length))));
      return {
        title, min: min - before, max: max + before, format: (place) => places[place],
        ticks: places.map((_, place) => place).filter((place) => place % step === 0),
      };
    }
  }
}

/** A value of an axis as a text. */
function told(axis, value) {
  return {
    score: () => score(value), percent: () => value.toFixed(value !== 0 && value < 0.095 ? 2 : 1) + ' %',
    accesses: () => exact(Math.round(value)), places: () => axis.places[Math.round(value)],
  }[axis.scale]();
}

/** Every point in a row, for saving. */
function rowsOf(plot) {
  const value = (axis, of) => (axis.scale === 'places' && Number.isInteger(of) ? axis.places[of] : of);
  return [['series', 'name', plot.x.title, 'to', plot.y.title || 'name', 'accesses'], ...plot.series.flatMap((series) =>
    series.points.map((point) => [series.name, point.name, value(plot.x, point.x), point.end, value(plot.y, point.y), point.weight]))];
}

function drawBars(frame, plot, series, all) {
  const width = BARS / all.length;
  const before = -BARS / 2 + width * all.indexOf(series);
  for (const { x, y } of series.points) {
    const left = frame.x(x + before);
    frame.add(telling(svg('rect', {
      class: `bar hue-${series.hue}`, x: left, width: frame.x(x + before + width) - left, y: frame.y(y), height: Math.max(0, frame.bottom - frame.y(y)),
    }), `${series.name}\n${plot.x.title} ${told(plot.x, x)}: ${told(plot.y, y)}`));
  }
}

/** Bars that lie below each other, with their names at the left. */
function drawRows(frame, plot, series, all) {
  const rows = Math.max(plot.y.places.length, 2);
  for (const { x, y } of series.points) {
    const top = frame.y(rows - y) + 4;
    const name = plot.y.places[y];
    if (series === all[0]) {
      frame.add(svg('text', { class: 'label', x: frame.left - 7, y: top + ROW * all.length / 2 + 4, 'text-anchor': 'end' }, shortened(name, 26)));
    }
    frame.add(telling(svg('rect', {
      class: `bar hue-${series.hue}`, x: frame.left, width: Math.max(0.5, frame.x(x) - frame.left), y: top + ROW * all.indexOf(series), height: ROW - 1,
    }), `${name}\n${series.name}: ${told(plot.x, x)}`));
  }
}

function drawCurve(frame, plot, series) {
  const points = series.points.flatMap(({ x, y, end }) => (end === undefined ? [[x, y]] : [[x, y], [end, y]]));
  frame.add(svg('polyline', {
    class: `curve curve-${series.dash} hue-${series.hue}`,
    points: points.map(([x, y]) => `${frame.x(x).toFixed(1)},${frame.y(y).toFixed(1)}`).join(' '),
  }));
  if (series.shape === 'line') {
    for (const { x, y } of series.points) {
      frame.add(telling(marker(series, frame.x(x), frame.y(y), 3.2, 'dot'), `${series.name}\n${plot.x.title} ${told(plot.x, x)}: ${told(plot.y, y)}`));
    }
  }
}

/** Marks whose areas are weights, small ones above; names of the largest are placed first. */
function drawPoints(frame, plot, addressOf, apart) {
  const all = plot.series.filter(({ shape }) => shape === 'points')
      .flatMap((series) => series.points.map((point) => ({ series, ...point }))).sort((a, b) => b.weight - a.weight);
  const most = all[0]?.weight || 1;
  const boxes = [];
  const discs = all.map((point) => ({
    x: frame.x(point.x), y: frame.y(point.y), radius: (apart ? 2 : 3) + (apart ? 8 : 15) * Math.sqrt(point.weight / most),
  }));
  if (apart) {
    spread(frame, discs);
  }
  for (const [index, point] of all.entries()) {
    const { x, y, radius } = discs[index];
    const text = [point.name, point.series.name, `${plot.y.title} ${told(plot.y, point.y)}`, `${plot.x.title} ${told(plot.x, point.x)}`,
      `${exact(point.weight)} accesses`].filter((line) => line !== '').join('\n');
    const node = marker(point.series, x, y, radius, 'point');
    const address = addressOf?.(point);
    frame.add(telling(address ? svg('a', { href: address }, node) : node, text));
    const free = point.labelled && freePlace(frame, boxes, discs, discs[index], LETTER * shortened(point.name, 28).length);
    if (free) {
      boxes.push(free);
      frame.add(svg('text', { class: 'label', x: free[0], y: free[1] }, shortened(point.name, 28)));
    }
  }
}

/** Moves discs that would hide each other to the next free place beside them. */
function spread(frame, discs) {
  discs.forEach((disc, index) => {
    const { x } = disc;
    const hides = () => discs.slice(0, index).some((other) => Math.hypot(other.x - disc.x, other.y - disc.y) < 0.8 * (other.radius + disc.radius));
    for (let step = 1; hides() && step < 400; step++) {
      const to = x + (step % 2 === 1 ? 1 : -1) * Math.ceil(step / 2) * 4;
      disc.x = Math.max(frame.left + disc.radius, Math.min(to, frame.right - disc.radius));
    }
  });
}

/** Where a name of a width has room beside a mark, free of other names and, if possible, of marks: [left, base, width]. */
function freePlace(frame, boxes, discs, own, width) {
  const { x, y, radius } = own;
  const near = [[x + radius + 3, y + 4], [x - radius - 3 - width, y + 4], [x - width / 2, y - radius - 4], [x - width / 2, y + radius + 12],
    [x + radius, y - radius], [x + radius, y + radius + 8], [x - radius - width, y - radius], [x - radius - width, y + radius + 8]]
      .map(([left, base]) => [left, base, width])
      .filter(([left, base]) => left >= frame.left + 2 && left + width <= frame.right && base > frame.top + 9 && base < frame.bottom - 2 &&
        !boxes.some((box) => left < box[0] + box[2] && box[0] < left + width && Math.abs(base - box[1]) < 13));
  const covers = ([left, base], disc) => disc !== own && disc.x + disc.radius > left && disc.x - disc.radius < left + width &&
      disc.y + disc.radius > base - 10 && disc.y - disc.radius < base + 3;
  return near.find((place) => !discs.some((disc) => covers(place, disc)));
}

function marker({ marker: shape, hue }, x, y, radius, kind) {
  const attributes = { class: `${kind} hue-${hue}` };
  const corners = { square: [[-1, -1], [1, -1], [1, 1], [-1, 1]], diamond: [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]],
    up: [[0, -1.2], [1.2, 1], [-1.2, 1]], down: [[0, 1.2], [1.2, -1], [-1.2, -1]] }[shape];
  return corners
    ? svg('polygon', { ...attributes, points: corners.map(([dx, dy]) => `${x + 0.9 * radius * dx},${y + 0.9 * radius * dy}`).join(' ') })
    : svg('circle', { ...attributes, cx: x, cy: y, r: radius });
}

/** Upright lines with names. */
function drawMarks(frame, marks) {
  for (const { x, name } of marks) {
    const at = frame.x(x);
    const late = at + LETTER * name.length > frame.right;
    frame.add(
        svg('line', { class: 'mark', x1: at, x2: at, y1: frame.top, y2: frame.bottom }),
        svg('text', { class: 'label', x: at + (late ? -4 : 4), y: frame.top + 10, 'text-anchor': late ? 'end' : 'start' }, name));
  }
}

/** Every second stretch is a little darker; names stand above, in two rows, where they fit. */
function drawSpans(frame, spans) {
  const ends = [-Infinity, -Infinity];
  spans.forEach((span, index) => {
    const left = frame.x(span.from);
    const right = frame.x(span.to);
    frame.add(telling(svg('rect', {
      class: index % 2 === 0 ? 'phase' : 'phase dark', x: left, width: Math.max(1, right - left), y: frame.top, height: frame.bottom - frame.top,
    }), `${span.name}\naccesses ${exact(span.from)} to ${exact(span.to)}`));
    const row = ends.findIndex((end) => end < left);
    const name = shortened(span.name, Math.max(10, Math.floor((right - left) / 3)));
    const width = LETTER * name.length + 8;
    if (row >= 0 && width <= frame.right - left) {
      ends[row] = left + width;
      frame.add(svg('text', { class: 'label', x: left + 2, y: frame.top - 20 + 13 * row }, name));
    }
  });
}

function shortened(text, longest) {
  return text.length > longest ? text.slice(0, longest - 1) + '…' : text;
}
