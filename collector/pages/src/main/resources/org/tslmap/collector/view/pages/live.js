// A run while it goes on: scores so far and addresses over time, told by the server as they change.

import { el, svg } from './dom.js';
import { load, loadBytes } from './data.js';
import { chart } from './chart.js';
import { link } from './route.js';
import { measures, shown } from './catalog.js';
import { bytes, commandLine, count } from './format.js';
import { coloured, pixelsOf } from './pixels.js';
import { colour } from './theme.js';

const PICTURE_MILLISECONDS = 1500;
const NOTHING = { accesses: 0, tl: 0, sl: 0, traceBytes: 0, elapsed: 0, open: 0, finished: 0 };

/** The page of the run that goes on. */
export async function livePage() {
  const state = await load('live', { fresh: true });
  if (state.finished) {
    location.replace(link(['run', state.finished]));
    return el('p', { class: 'message' }, 'The run is over.');
  }
  document.title = 'Live - tslmap';
  const readings = state.readings;
  const facts = el('div', { class: 'facts', role: 'status' });
  const plots = el('div', { class: 'plots' });
  const canvas = el('canvas', { role: 'img', 'aria-label': 'Addresses over time so far' });
  const text = el('p', { class: 'quiet small' }, 'Waiting for the program’s first accesses.');
  const events = new EventSource('api/live/events');
  const draw = () => {
    facts.replaceChildren(...factsOf(readings));
    if (readings.length > 1) {
      plots.replaceChildren(scorePlot(readings), ratePlot(readings));
    }
  };
  events.addEventListener('progress', (event) => {
    readings.push(JSON.parse(event.data));
    draw();
  });
  const timer = setInterval(() => picture(canvas, text), PICTURE_MILLISECONDS);
  const stop = () => {
    events.close();
    clearInterval(timer);
  };
  events.addEventListener('finished', (event) => {
    stop();
    const id = JSON.parse(event.data);
    if (location.hash.startsWith('#/live')) {
      location.replace(id ? link(['run', id]) : '#/');
    }
  });
  addEventListener('hashchange', stop, { once: true });
  draw();
  return [
    el('h1', {}, commandLine(state.command)), el('p', { class: 'quiet' }, 'This run goes on.'),
    facts, el('div', { class: 'picture' }, el('div', { class: 'canvasframe' }, canvas), text), plots,
  ];
}

/** The scores that are known while a run goes on. */
function running() {
  return measures('brief').filter(({ key }) => key in NOTHING);
}

function factsOf(readings) {
  const last = readings.at(-1) ?? NOTHING;
  const before = readings.at(-2) ?? last;
  const seconds = last.elapsed - before.elapsed;
  const fact = (label, value) => el('div', { class: 'fact' }, el('div', { class: 'label' }, label), el('div', { class: 'value' }, value));
  return [
    fact('Accesses', count(last.accesses)),
    fact('Accesses per second', seconds > 0 ? count(Math.round((last.accesses - before.accesses) / seconds)) : '…'),
    running().map((measure) => fact(`${measure.heading} so far, words`, shown(measure, last[measure.key]))),
    fact('Trace', bytes(last.traceBytes)), fact('Seconds', last.elapsed.toFixed(1)),
    fact('Processes', `${last.open} running, ${last.finished} ended`),
  ];
}

function scorePlot(readings) {
  return overTime(readings, 'Scores so far', 'score', { max: 1.02, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
      running().map(({ key }, index) => [key, 'line' + index]), running().map(({ heading }, index) => [['load', 'store'][index], heading]));
}

function ratePlot(readings) {
  return overTime(readings, 'Accesses', 'accesses', { max: Math.max(1, readings.at(-1).accesses) * 1.05, format: count }, [['accesses', 'line0']], []);
}

function overTime(readings, title, label, y, series, legend) {
  return chart({
    title, name: title, legend, data: [['seconds', ...series.map(([key]) => key)], ...readings.map((one) => [one.elapsed, ...series.map(([key]) => one[key])])],
    x: { title: 'seconds', min: 0, max: Math.max(1, readings.at(-1).elapsed) }, y: { title: label, min: 0, ...y },
    draw: (frame) => series.forEach(([key, kind]) => frame.add(svg('polyline', {
      class: kind, points: readings.map((one) => `${frame.x(one.elapsed).toFixed(1)},${frame.y(one[key]).toFixed(1)}`).join(' '),
    }))),
  });
}

async function picture(canvas, text) {
  const columns = Math.max(1, Math.min(1600, Math.floor(canvas.clientWidth)));
  const rows = Math.max(1, Math.min(800, Math.floor(canvas.clientHeight)));
  try {
    const { buffer } = await loadBytes(`live/picture?columns=${columns}&rows=${rows}`);
    const pixels = { ...pixelsOf(buffer), columns, rows };
    canvas.width = columns;
    canvas.height = rows;
    const context = canvas.getContext('2d');
    context.fillStyle = colour('gap');
    for (let i = 1; i < pixels.regions.length; i++) {
      const top = rows * (1 - pixels.regions[i].from);
      context.fillRect(0, top, columns, Math.max(1, rows * (1 - pixels.regions[i - 1].to) - top));
    }
    context.drawImage(coloured(pixels), 0, 0);
    text.textContent = `Addresses over time, the first ${count(pixels.to)} accesses; blue loads, orange stores.`;
    canvas.dataset.shown = pixels.to;
  } catch (error) {
    text.textContent = error.message;
  }
}
