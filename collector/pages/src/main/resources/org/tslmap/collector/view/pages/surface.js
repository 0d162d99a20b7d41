// What an access costs the machine, over both localities: Apex-Map surfaces in three dimensions,
// runs at their places on them, and the ratio of two surfaces. Drawn with Plotly.

import { el, save, csv } from './dom.js';
import { load } from './data.js';
import { colour, startTheme } from './theme.js';
import { bytes } from './format.js';

// Names of runs that are neighbours stand at different sides of their points: pixels from the point.
const ASIDE = 45;
const ABOVE = 30;

// What costs are written at their axis, in nanoseconds or as ratios.
const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];

// How the axes are to each other, and from where they are seen, so that the surface fills its canvas.
const ASPECT = { x: 2.4, y: 1.4, z: 0.7 };
const CAMERA = { eye: { x: 0.95, y: -1.8, z: 1.12 }, center: { x: 0.06, y: 0, z: -0.2 } };

startTheme();
show();

async function show() {
  const page = document.getElementById('page');
  try {
    const { surfaces } = await load('surfaces');
    page.replaceChildren(...pageOf(surfaces));
  } catch (error) {
    page.replaceChildren(el('p', { class: 'warning', role: 'alert' },
        error.message.includes('nothing at this address')
          ? 'No surfaces are served. Start with: tslmap view --surface surface.json' : error.message));
  }
}

function named(surface) {
  return `${surface.file}: ${surface.operation}, ${surface.dependence}, stride ${surface.stride}, ${bytes(8 * surface.words)}` +
    (surface.threads > 1 ? `, ${surface.threads} threads` : '') + (surface.hugePages ? ', huge pages' : '') +
    (surface.runs > 0 ? ` (${surface.runs} ${surface.runs === 1 ? 'run' : 'runs'})` : '');
}

function pageOf(surfaces) {
  const given = new URLSearchParams(location.hash.slice(1));
  const choice = (name, empty) => el('select', { id: name, change: redraw },
      empty ? el('option', { value: '' }, empty) : '',
      surfaces.map((surface, index) => el('option', { value: index, selected: given.get(name) === String(index) }, named(surface))));
  const first = choice('surface');
  const second = choice('over', 'nothing');
  const plot = el('div', { id: 'surface-plot', role: 'group', 'aria-label': 'Surface in three dimensions' });
  const note = el('p', { class: 'quiet small', role: 'status' });
  let turn = 0;

  async function draw() {
    const own = ++turn;
    const one = surfaces[first.value];
    const other = second.value === '' ? null : surfaces[second.value];
    history.replaceState(null, '', '#' + new URLSearchParams({ surface: first.value, ...(other ? { over: second.value } : {}) }));
    if (other && !sameGrid(one, other)) {
      note.textContent = 'These two surfaces were measured at different points, so there is no ratio.';
      return;
    }
    const values = one.nanoseconds.map((row, a) => row.map((cost, l) => (other ? cost / other.nanoseconds[a][l] : cost)));
    note.textContent = other ? `${named(one)}, divided by ${named(other)}.` : one.machine;
    const show = (points) => Plotly.react(plot, traces(one, values, points, other), layout(points, other), {
      displaylogo: false, responsive: true, modeBarButtonsToRemove: ['sendDataToCloud'],
    });
    await show([]);
    plot.dataset.shown = other ? 'ratio' : 'surface';
    if (!other) {
      // Where runs are takes a while to find for the first time.
      const { points } = await load('surfaces/points?surface=' + first.value);
      if (own === turn) {
        const placed = points.filter((point) => point.nanoseconds);
        await show(placed);
        await Plotly.relayout(plot, { 'scene.annotations': apart(plot, names(placed)) });
        plot.dataset.shown = 'points';
      }
    }
  }

  function redraw() {
    draw().catch((error) => {
      note.textContent = 'The surface cannot be drawn: ' + error.message;
    });
  }

  const picture = (format) => Plotly.downloadImage(plot, { format, width: 1200, height: 800, filename: 'surface' });
  const store = () => {
    const one = surfaces[first.value];
    save('surface.csv', 'text/csv', csv([['alpha', 'L', 'ns'],
      ...one.alphas.flatMap((alpha, a) => one.lengths.map((length, l) => [alpha, length, one.nanoseconds[a][l]]))]));
  };
  addEventListener('themechange', redraw);
  if (!given.has('surface')) {
    first.value = usual(surfaces);
  }
  setTimeout(redraw);
  return [
    el('h1', {}, 'What an access costs'),
    el('div', { class: 'bar' }, el('label', { for: 'surface' }, 'Surface'), first, el('label', { for: 'over' }, 'divided by'), second,
        el('span', { class: 'space' }),
        el('button', { type: 'button', click: () => picture('png') }, 'PNG'),
        el('button', { type: 'button', click: () => picture('svg') }, 'SVG'), el('button', { type: 'button', click: store }, 'CSV')),
    plot, note,
    el('p', { class: 'quiet small' }, 'Alpha: temporal locality, the nearer to 0 the better. L: how many words follow each other. Each run stands on the surface of as much memory as it touches. Drag to turn, scroll to zoom.'),
  ];
}

/** The surface of independent reads and stride 1 that most runs stand on, or of most memory if there are none. */
function usual(surfaces) {
  let best = 0;
  surfaces.forEach((surface, index) => {
    const plain = (one) => one.operation === 'read' && one.dependence === 'independent' && one.stride === 1 && one.threads === 1;
    const better = plain(surface) - plain(surfaces[best]);
    const more = better || surface.runs - surfaces[best].runs || surface.words - surfaces[best].words;
    if (more > 0) {
      best = index;
    }
  });
  return best;
}

function sameGrid(one, other) {
  return JSON.stringify([one.alphas, one.lengths]) === JSON.stringify([other.alphas, other.lengths]);
}

function traces(one, values, points, other) {
  const surface = {
    type: 'surface', x: one.lengths, y: one.alphas, z: values, surfacecolor: values.map((row) => row.map(Math.log10)),
    colorscale: other ? 'RdBu' : 'Cividis', showscale: false, opacity: 0.96,
    contours: { z: { show: true, color: colour('quiet'), width: 1, usecolormap: false } },
    hovertemplate: other ? 'L %{x}, alpha %{y}: %{z:.2f} times<extra></extra>' : 'L %{x}, alpha %{y}: %{z:.2f} ns<extra></extra>',
  };
  if (other) {
    const most = Math.max(...surface.surfacecolor.flat().map(Math.abs), 0.01);
    surface.cmin = -most;
    surface.cmax = most;
  }
  const runs = {
    type: 'scatter3d', mode: 'markers', x: points.map((point) => point.length), y: points.map((point) => point.alpha),
    z: points.map(above), text: points.map(nameOf), marker: { size: 6, color: colour('store') },
    hovertemplate: '%{text}: L %{x:.1f}, alpha %{y:.4f}<extra></extra>',
  };
  return points.length > 0 ? [surface, runs] : [surface];
}

/** A little above the surface, which would hide half of it. */
function above({ nanoseconds }) {
  return 1.05 * nanoseconds;
}

function nameOf({ id, found }) {
  return id + (found ? '' : ' (nearest)');
}

/** The names of runs, each on ground of its own. */
function names(points) {
  return [...points].sort((a, b) => a.length - b.length).map((point, index) => ({
    x: Math.log10(point.length), y: Math.log10(point.alpha), z: Math.log10(above(point)), text: nameOf(point),
    ax: index % 2 === 0 ? -ASIDE : ASIDE, ay: -ABOVE, arrowhead: 0, arrowwidth: 1, arrowcolor: colour('quiet'),
    bgcolor: colour('ground'), bordercolor: colour('line'), borderpad: 2, font: { color: colour('text'), size: 12 },
  }));
}

/** The same names, moved so far that none lies on another: up or down from their points, nearest first. */
function apart(plot, annotations) {
  const free = [];
  const room = plot.getBoundingClientRect();
  const boxes = [...plot.querySelectorAll('.annotation-text-g')].map((node) => node.getBoundingClientRect());
  if (boxes.length !== annotations.length) {
    return annotations; // they are not drawn as they were
  }
  const steps = Array.from({ length: 80 }, (_, at) => (at % 2 === 0 ? -1 : 1) * Math.ceil(at / 2) * 5);
  return annotations.map((annotation, index) => {
    const { left, right, top, bottom } = boxes[index];
    const lies = (step) => free.some((box) => left < box.right + 2 && box.left < right + 2 && top + step < box.bottom + 2 && box.top < bottom + step + 2);
    const step = steps.find((one) => !lies(one) && top + one > room.top && bottom + one < room.bottom) ?? 0;
    free.push({ left, right, top: top + step, bottom: bottom + step });
    return { ...annotation, ay: annotation.ay + step };
  });
}

function layout(points, other) {
  const axis = { color: colour('quiet'), gridcolor: colour('line'), showbackground: false, type: 'log' };
  return {
    autosize: true, margin: { l: 0, r: 0, t: 0, b: 0 }, paper_bgcolor: 'rgba(0,0,0,0)', font: { color: colour('text') },
    modebar: { bgcolor: 'rgba(0,0,0,0)', color: colour('quiet'), activecolor: colour('text') }, showlegend: false,
    uirevision: 'same',
    scene: {
      camera: CAMERA, aspectmode: 'manual', aspectratio: ASPECT, annotations: names(points),
      xaxis: { ...axis, dtick: 1, title: { text: 'L (words in a row)' } },
      yaxis: { ...axis, dtick: 1, title: { text: 'alpha' } },
      zaxis: { ...axis, tickvals: TICKS, ticktext: TICKS.map(String), title: { text: other ? 'ratio' : 'nanoseconds' } },
    },
  };
}
