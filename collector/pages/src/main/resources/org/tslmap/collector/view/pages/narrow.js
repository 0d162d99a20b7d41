// Narrowing to a rectangle of time and addresses: which one the address names, how a table came to
// be narrowed to it, and counting exactly what was only recorded by windows.

import { el } from './dom.js';
import { load, loadTable, runPath } from './data.js';
import { link, route } from './route.js';
import { count, exact, hex } from './format.js';

// Countings that go on, by the address of their events.
const going = new Map();

/** The rectangle that the address names, if any; low and high are null where all addresses are meant. */
export function narrowingOf() {
  const { parameters } = route();
  const [from, to] = (parameters.get('window') ?? '').split('-').map(Number);
  if (!(to > from)) {
    return null;
  }
  const [low, high] = parameters.has('memory') ? parameters.get('memory').split('-').map(Number) : [null, null];
  return { from, to, low, high, process: Number(parameters.get('process') ?? 0) };
}

/** Parameters of an address that keep the rectangle. */
export function keptNarrowing() {
  const { parameters } = route();
  return parameters.has('window')
    ? { window: parameters.get('window'), memory: parameters.get('memory'), process: parameters.get('process') }
    : {};
}

/** The address of the picture that shows the rectangle. */
export function pictureOf(id) {
  const given = narrowingOf();
  return link(['run', id, 'addresses'], given ? { ...given, ...keptNarrowing() } : {});
}

/** The address of tables of a rectangle, as the picture has it in view. */
export function tablesOf(id, { from, to, low, high, process }) {
  const everywhere = low === 0 && high === 1;
  return link(['run', id, 'functions'], { window: `${from}-${to}`, memory: everywhere ? '' : `${low}-${high}`, process });
}

function query({ from, to, low, high, process }) {
  return `?process=${process}&from=${from}&to=${to}` + (low === null ? '' : `&low=${low}&high=${high}`);
}

/** Data of a run, narrowed to the rectangle that the address names, if it names one. */
export function loadNarrowed(id, what, more = {}) {
  const given = narrowingOf();
  const rest = Object.entries(more).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
  return given
    ? load(`${runPath(id)}/${what}${query(given)}${rest && '&' + rest}`, { fresh: true })
    : load(`${runPath(id)}/${what}${rest && '?' + rest}`);
}

/** A table, narrowed likewise, as loadTable gives it. */
export async function loadNarrowedTable(id, name, of = '') {
  if (!narrowingOf()) {
    return loadTable(id, name, of);
  }
  const data = await loadNarrowed(id, 'table/' + name, of ? { of } : {});
  return { ...data, all: async () => data };
}

/** What a narrowed table or plot is of, and what can be done about it; nothing for whole runs. */
export function narrowedNote(id, tab, { narrowed }) {
  if (!narrowed) {
    return '';
  }
  const given = narrowingOf();
  const { parameters } = route();
  parameters.delete('window');
  parameters.delete('memory');
  parameters.delete('process');
  const memory = narrowed.everywhere ? 'all addresses'
    : `addresses ${narrowed.low} to ${hex(BigInt(narrowed.low) + BigInt(narrowed.bytes))}`;
  return el('div', { class: 'warning narrowed', 'data-how': narrowed.how },
      el('div', { class: 'bar' },
          el('strong', {}, `Accesses ${exact(given.from)} to ${exact(given.to)} (${count(given.to - given.from)}), ${memory}`),
          el('a', { href: pictureOf(id) }, 'Picture'),
          el('a', { href: link(['run', id, tab], Object.fromEntries(parameters)) }, 'Whole run')),
      el('div', {}, how(narrowed, tab)),
      narrowed.how === 'exact' ? '' : counter(id, given, narrowed));
}

function how(narrowed, tab) {
  if (narrowed.how === 'exact') {
    return 'Exact: only these accesses form the stream, so that scores are isolated ones.' +
      (tab === 'phases' ? ' Accesses are numbered from 0 in it.' : '');
  }
  const inside = `There are about ${count(narrowed.loads)} loads and ${count(narrowed.stores)} stores in it, as the picture was recorded.`;
  return narrowed.how === 'windows'
    ? `To the nearest recorded windows: accesses ${exact(narrowed.from)} to ${exact(narrowed.to)}, all addresses, scored against all that was recorded before. ${inside}`
    : `What was recorded does not tell this for a part of the run. ${inside}`;
}

// --- Counting exactly ---------------------------------------------------------------------------

function counter(id, given, narrowed) {
  if (!narrowed.counts) {
    return el('div', { class: 'quiet small' }, 'There is no stored trace of it from which it could be counted exactly.');
  }
  const address = `api/${runPath(id)}/count${query(given)}`;
  const node = el('div', { class: 'bar', role: 'status' });
  const idle = (said) => node.replaceChildren(
      el('button', { type: 'button', class: 'count', click: () => { start(address); watch(); } }, 'Count exactly'),
      el('span', { class: 'quiet small' }, said ?? `Replays the trace up to there: ${count(given.to)} accesses.`));
  const watch = () => {
    const work = going.get(address);
    const bar = el('progress', { max: 1, value: 0, 'aria-label': 'Counted so far' });
    const text = el('span', { class: 'quiet small' }, 'Waiting to begin.');
    node.replaceChildren(bar, text, el('button', { type: 'button', class: 'cancel', click: () => {
      stop(address);
      idle('Cancelled.');
    } }, 'Cancel'));
    work.told = ({ done, total }) => {
      bar.value = done / total;
      text.textContent = `${count(done)} of ${count(total)} accesses counted`;
    };
    work.failed = (why) => idle(why);
  };
  if (going.has(address)) {
    watch();
  } else {
    idle();
  }
  return node;
}

function start(address) {
  const work = { source: new EventSource(address), told: () => {}, failed: () => {} };
  going.set(address, work);
  work.source.addEventListener('progress', (event) => work.told(JSON.parse(event.data)));
  work.source.addEventListener('counted', () => {
    stop(address);
    if (narrowingOf()) {
      dispatchEvent(new Event('hashchange'));
    }
  });
  for (const name of ['failed', 'stopped']) {
    work.source.addEventListener(name, (event) => {
      stop(address);
      work.failed(JSON.parse(event.data).why ?? 'It was stopped.');
    });
  }
  work.source.onerror = () => {
    if (going.get(address) === work) {
      stop(address);
      work.failed('The connection to tslmap view broke.');
    }
  };
}

function stop(address) {
  going.get(address)?.source.close();
  going.delete(address);
}
