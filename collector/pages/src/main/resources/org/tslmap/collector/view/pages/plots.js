// The plots of a run, and of two runs beside each other.

import { el } from './dom.js';
import { load, runPath } from './data.js';
import { loadNarrowed, narrowingOf } from './narrow.js';
import { foldSwitch, keptAll, showsAll } from './groups.js';
import { link } from './route.js';
import { plotFigure } from './plot.js';

// What stands beside the same of another run: plots of the whole, which have the same axes.
const COMPARED = ['reuse', 'misses', 'strides'];

/** All plots of a run. */
export async function plotsTab({ id }) {
  const part = narrowingOf();
  const { plots, unfolded = [] } = await loadNarrowed(id, 'plots');
  const figure = (plot) => plotFigure(plot, {
    name: `${id}-${plot.key}`,
    addressOf: part ? undefined : ({ name }) => link(['run', id, 'functions'], { filter: name, ...keptAll() }),
  });
  const place = el('div', { class: 'plots' });
  const draw = () => place.replaceChildren(...plots.map((plot) =>
    figure(showsAll() ? unfolded.find(({ key }) => key === plot.key) ?? plot : plot)));
  draw();
  return [el('div', { class: 'bar' }, foldSwitch(draw)), place];
}

/** Figures of the plots of two runs that can be compared, those of the first before the second's. */
export async function comparedPlots(first, second) {
  const [a, b] = await Promise.all([first, second].map((id) => load(runPath(id) + '/plots')));
  return COMPARED.flatMap((key) => [[first, a, 'A'], [second, b, 'B']].flatMap(([id, { plots }, side]) =>
    plots.filter((plot) => plot.key === key).map((plot) =>
      plotFigure(plot, { name: `${id}-${key}`, title: `${plot.title} (${side})` }))));
}
