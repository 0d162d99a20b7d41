// What wastes time in a run, and what helps: the first thing to see of it.

import { el } from './dom.js';
import { loadNarrowed, narrowedNote } from './narrow.js';
import { link } from './route.js';
import { tryButton } from './try.js';
import { capital } from './catalog.js';
import { bytes, count, percent, seconds } from './format.js';

// So many cards are there at least, small ones among them.
const ALWAYS = 3;

/** The tab of hotspots: a card for each, those with most time to be saved first. */
export async function hotspotsTab({ id }) {
  const found = await loadNarrowed(id, 'hotspots');
  const note = narrowedNote(id, 'hotspots', found);
  if (!found.hotspots) {
    return [note, found.missing ? el('p', { class: 'message' }, 'Hotspots are not known: ' + found.missing) : ''];
  }
  const all = cards(found.hotspots);
  const problems = new Map(found.problems.map((one) => [one.rank, one]));
  const wrong = all.filter(([first]) => !first.note);
  const notes = all.filter(([first]) => first.note);
  const small = cards(found.small).slice(0, Math.max(0, ALWAYS - wrong.length));
  return [
    note,
    el('p', { class: 'lead' }, wrong.length > 0
      ? `${percent(found.wastedShare)} of an estimated ${seconds(found.seconds)} of memory accesses could be saved at best.`
      : `No hotspot: nowhere could ${percent(found.leastShare)} or more of an estimated ${seconds(found.seconds)} of memory accesses be saved.`),
    el('p', { class: 'quiet small' }, conditions(found)),
    wrong.map((same) => card(id, same, problems, found)),
    small.map((same) => card(id, same, problems, found, 'small')),
    found.smallerGroups > 0
      ? el('p', { class: 'quiet' }, `${count(found.smallerGroups)} smaller ones: ${percent(found.smallerShare)} in all.`) : '',
    notes.length > 0 ? el('h2', { class: 'above' }, 'Also worth knowing: no fetched line is wasted here') : '',
    notes.map((same) => card(id, same, problems, found)),
  ].flat();
}

/** Findings of one rank, which are one problem in several phases or of several objects, together. */
function cards(findings) {
  const ranks = new Map();
  for (const one of findings) {
    ranks.set(one.rank, [...(ranks.get(one.rank) ?? []), one]);
  }
  return [...ranks.entries()].sort(([a], [b]) => a - b).map(([, same]) => same);
}

function conditions(found) {
  const caches = found.caches.map((cache) => `${cache.name} ${bytes(cache.bytes)}`);
  return [
    `Costs: ${found.costs}.`,
    `Caches: ${caches.join(', ')}, of ${found.line}-byte lines, LRU replacement.`,
    found.leftOutSeconds > 0.01 * found.seconds ? `Left out: ${seconds(found.leftOutSeconds)} of the loader and of waiting.` : '',
    found.sampled ? `Sampled: ${found.sampled}; what could be saved is an estimate of an estimate.` : '',
    found.estimated ? `Counted: ${found.estimated}.` : '',
  ].join(' ');
}

function card(id, same, problems, found, size = '') {
  const [first] = same;
  const { title: named, objects, sentence, evidence } = problems.get(first.rank);
  const share = same.reduce((sum, one) => sum + one.share, 0);
  const saved = same.reduce((sum, one) => sum + one.seconds, 0);
  const scale = el('i');
  scale.style.width = 100 * Math.min(1, share) + '%';
  const title = capital(named);
  return el('article', { class: `card ${size}`, 'aria-label': title },
      el('div', { class: 'gain' },
          el('div', { class: 'value' }, percent(share)),
          el('div', { class: 'scale' }, scale),
          el('div', { class: 'quiet small' }, first.note ? `${seconds(saved)} spent` : `${seconds(saved)} to be saved`),
          size ? el('div', { class: 'quiet small' }, `below ${percent(found.leastShare)}: small`) : ''),
      el('div', {},
          el('h2', {}, title),
          el('p', {}, sentence),
          el('ul', { class: 'quiet small' }, phasesOf(same, found.phases), processesOf(first), evidence.map((line) => el('li', {}, line))),
          found.narrowed ? '' : tryButton(id, first),
          el('div', { class: 'bar links' }, links(id, first, objects))));
}

/** The kinds of phases that it is in, by what each does, if there are several. */
function phasesOf(same, phases) {
  const titles = new Map(phases.map(({ name, title }) => [name, title]));
  const shares = new Map();
  for (const { phase, share } of same.filter((one) => one.phase)) {
    shares.set(phase, (shares.get(phase) ?? 0) + share);
  }
  const named = [...shares].map(([phase, share]) => [titles.get(phase) ?? phase, share]);
  if (titles.size < 2 || named.length === 0) {
    return '';
  }
  return el('li', {}, named.length === 1
    ? `in the phase “${named[0][0]}”`
    : `in the phases ${named.map(([title, share]) => `“${title}” (${percent(share)})`).join(', ')}`);
}

function processesOf({ processes }) {
  return processes > 1 ? el('li', {}, `in ${processes} processes`) : '';
}

/** Where to look further: its source lines, its data, who calls it, its accesses over time. */
function links(id, { places, function: name }, objects) {
  return [
    ...places.map((place) => el('a', { href: link(['run', id, 'lines'], { at: place }), class: 'mono' }, place)),
    name ? el('a', { href: link(['run', id, 'callers'], { of: name }) }, 'Callers') : '',
    ...objects.map((object) => el('a', { href: link(['run', id, 'data'], { filter: object }) }, objects.length > 1 ? `Data: ${object}` : 'Data')),
    el('a', { href: link(['run', id, 'addresses']) }, 'Addresses over time'),
  ];
}
