// What a remedy would do, found by scoring the run's trace again as if it had been applied.

import { el } from './dom.js';
import { exported, load, runPath } from './data.js';
import { count, percent, score, seconds } from './format.js';

/** A button that tries the remedy of a hotspot and then shows what came of it; or why there is none. */
export function tryButton(id, { rank, canTry, cannotTry, label }) {
  if (cannotTry) {
    return el('p', { class: 'quiet small' }, `Cannot be tried: ${cannotTry}.`);
  }
  if (exported() || !canTry || canTry.length === 0) {
    return '';
  }
  const place = el('div', { class: 'bar', 'aria-live': 'polite' });
  const button = el('button', {
    type: 'button',
    title: 'Score the trace again as if the remedy had been applied',
    'aria-label': `Try the remedy: ${label}`,
    click: async () => {
      place.replaceChildren(el('span', { class: 'quiet' }, 'Scoring the trace with the remedy …'));
      try {
        show(place, await load(`${runPath(id)}/hotspots/${rank}/try`));
      } catch (problem) {
        place.replaceChildren(button, el('span', { class: 'message' }, problem.message));
      }
    },
  }, 'Try');
  place.append(button);
  return place;
}

function show(place, { missing, tried }) {
  place.replaceChildren(...(missing
    ? [el('span', { class: 'message' }, 'The remedy cannot be tried: ' + missing)]
    : tried.map(result)));
}

function result({ label, gain, helps, before, after }) {
  return el('table', { class: 'tried' },
      el('caption', {}, `With ${label}: ${verdict(gain, helps)}`),
      el('thead', {}, el('tr', {}, ['', 'now', 'then'].map((text) => el('th', { scope: 'col', class: 'number' }, text)))),
      el('tbody', {},
          row('all accesses, estimated', seconds(before.seconds), seconds(after.seconds)),
          row('TL of these accesses', score(before.tl), score(after.tl)),
          row('SL of these accesses', score(before.sl), score(after.sl)),
          Object.keys(before.misses).map((cache) =>
            row(`${cache} misses of these accesses`, count(before.misses[cache]), count(after.misses[cache])))));
}

function verdict(gain, helps) {
  if (helps) {
    return `saves ${percent(gain)} of the estimated time`;
  }
  if (gain >= 0.0001) {
    return `saves ${percent(gain)} of the estimated time, too little to help`;
  }
  return gain <= -0.01 ? `costs ${percent(-gain)} more: it does not help` : 'it does not help';
}

function row(name, now, then) {
  return el('tr', {}, el('th', { scope: 'row' }, name), el('td', { class: 'number' }, now), el('td', { class: 'number' }, then));
}
