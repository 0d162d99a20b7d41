// One box that finds functions, lines and data of a run.

import { el } from './dom.js';
import { loadTable } from './data.js';
import { link } from './route.js';
import { keptAll } from './groups.js';
import { baseName, percent } from './format.js';

const MOST = 12;
const KINDS = [
  ['functions', 'function', (id, row) => link(['run', id, 'functions'], { filter: row.name, ...keptAll() })],
  ['lines', 'line', (id, row) => link(['run', id, 'lines'], { at: `${row.file}:${row.sourceLine}`, ...keptAll() })],
  ['data', 'data', (id, row) => link(['run', id, 'data'], { filter: row.name, ...keptAll() })],
];

let box = null;

addEventListener('keydown', (event) => {
  if (event.key === '/' && box?.isConnected && !event.ctrlKey && !event.metaKey && !event.altKey &&
      !/INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) {
    event.preventDefault();
    box.focus();
  }
});

/** The box, for the head of a run's page. */
export function searchBox(id) {
  let entries;
  let at = -1;
  let turn = 0;
  const list = el('ul', { role: 'listbox', id: 'found', 'aria-label': 'Found', hidden: true });
  const input = el('input', {
    type: 'search', role: 'combobox', placeholder: 'Find functions, lines, data  ( / )', 'aria-label': 'Find functions, lines and data',
    'aria-controls': 'found', 'aria-expanded': 'false', 'aria-autocomplete': 'list', autocomplete: 'off',
    focus: () => { entries ??= all(id); }, input: () => find(), blur: () => setTimeout(() => show([]), 150),
    keydown: (event) => key(event),
  });
  const show = (found, said) => {
    at = -1;
    input.removeAttribute('aria-activedescendant');
    list.replaceChildren(...(said ? [el('li', { class: 'quiet', role: 'option', 'aria-disabled': 'true' }, said)] : []), ...found.map((entry, index) =>
      el('li', { role: 'option', id: `found-${index}`, 'aria-selected': 'false' },
          el('a', { href: entry.address, tabindex: -1 }, el('span', { class: 'mono' }, entry.name),
              el('span', { class: 'quiet small' }, ` ${entry.kind}, ${percent(entry.share)} of accesses`)))));
    list.hidden = list.children.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
  };
  const find = async () => {
    const own = ++turn;
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
      show([]);
      return;
    }
    entries ??= all(id);
    show([], 'Loading functions, lines and data');
    try {
      const found = (await entries).filter(({ text }) => words.every((word) => text.includes(word))).slice(0, MOST);
      if (own === turn) {
        show(found, found.length === 0 ? 'Nothing is called so' : undefined);
      }
    } catch (failure) {
      entries = undefined;
      show([], failure.message);
    }
  };
  const key = (event) => {
    const options = [...list.querySelectorAll('[id^=found-]')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      at = (at + step + options.length) % options.length;
      options.forEach((option, index) => option.setAttribute('aria-selected', String(index === at)));
      options[at].scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', options[at].id);
    } else if (event.key === 'Enter' && options.length > 0) {
      location.hash = options[Math.max(0, at)].querySelector('a').getAttribute('href');
      input.blur();
    } else if (event.key === 'Escape') {
      input.value = '';
      show([]);
    }
  };
  box = input;
  return el('div', { class: 'search', role: 'search' }, input, list);
}

/** Everything that can be found, most accesses first. */
async function all(id) {
  const tables = await Promise.all(KINDS.map(async ([name]) => (await loadTable(id, name)).all()));
  return tables.flatMap(({ rows }, index) => rows.filter(({ row }) => row === 'item').map((row) => {
    const [, kind, address] = KINDS[index];
    return { kind, name: row.name, share: row.share, text: `${row.name} ${baseName(row.file ?? '')}`.toLowerCase(), address: address(id, row) };
  })).sort((a, b) => b.share - a.share);
}
