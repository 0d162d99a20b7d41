// Tables that can be sorted by any column, narrowed by a text, and saved.

import { el, save, csv } from './dom.js';
import { keep, route } from './route.js';
import { count, exact, percent, score, hex } from './format.js';

const FIRST_ROWS = 300;

// How a column of each kind is shown and compared.
const KINDS = {
  name: { text: String, number: false },
  text: { text: String, number: false },
  count: { text: count, number: true, title: exact },
  exact: { text: exact, number: true },
  score: { text: score, number: true },
  share: { text: percent, number: true },
  address: { text: hex, number: true },
  half: { text: (value) => (Number.isFinite(value) ? '±' + score(value) : 'too few samples'), number: true },
  change: { text: (value) => (value > 0 ? '+' : value < 0 ? '−' : '') + score(Math.abs(value)), number: true },
  line: { text: (value) => (value ? String(value) : ''), number: true },
};

// A row of a tree with less than this share of all accesses, with what is below it, is folded at first.
const FOLDED = 0.05;

// Which way a change of a value is for the better.
const DIRECTIONS = { higher: 1, lower: -1 };

/**
 * A table.
 *
 * columns: [{ key, title, kind, about, value? (of a row, else row[key]), link? (address for a row),
 *   bar? (whether a bar shows how large it is), better? (of changes: 'higher' or 'lower') }]
 * options: name (for the saved file), sort (column's key, '-' before it for descending), total (a row
 *   for the foot), choose (called with a row that was chosen), chosen (whether a row is the chosen
 *   one), parameter (prefix of the address's parameters, for several tables in one view), extra
 *   (further controls), tree (rows have a depth)
 */
export function table(columns, rows, options = {}) {
  const prefix = options.parameter ?? '';
  const given = route().parameters;
  let order = given.get(prefix + 'sort') ?? options.sort ?? '';
  let shown = FIRST_ROWS;
  const filter = el('input', {
    type: 'search', placeholder: 'Filter: text, or -text to leave out', 'aria-label': 'Filter rows',
    value: given.get(prefix + 'filter') ?? '',
    input: () => {
      keep({ [prefix + 'filter']: filter.value });
      shown = FIRST_ROWS;
      draw();
    },
  });
  const told = el('span', { class: 'quiet small', role: 'status' });
  const head = el('tr');
  const body = el('tbody');
  const more = el('button', { type: 'button', class: 'more', click: () => { shown *= 8; draw(); } }, 'Show more rows');
  const value = (row, column) => (column.value ? column.value(row) : row[column.key]);
  const parents = new Set(options.tree ? rows.filter((row, index) => rows[index + 1]?.depth > row.depth) : []);
  const folded = new Set([...parents].filter((row) => (row.inclusiveShare ?? row.share ?? 1) < FOLDED));
  const isTree = () => parents.size > 0 && order === '' && filter.value.trim() === '';

  /** The rows that no folded one hides. */
  function unfolded() {
    let below = Infinity;
    return rows.filter((row) => {
      if (row.depth > below) {
        return false;
      }
      below = folded.has(row) ? row.depth : Infinity;
      return true;
    });
  }

  function fold(row) {
    if (!folded.delete(row)) {
      folded.add(row);
    }
    draw();
    [...body.querySelectorAll('button.fold')].find((button) => button.row === row)?.focus();
  }

  /** Shows and hides what is below a row. */
  function folding(row) {
    const open = !folded.has(row);
    const button = el('button', {
      type: 'button', class: 'fold', 'aria-expanded': String(open), 'aria-label': `${open ? 'Fold' : 'Unfold'} ${row.name ?? ''}`,
      click: (event) => { event.stopPropagation(); fold(row); },
    }, open ? '▾' : '▸');
    button.row = row;
    return button;
  }

  function picked() {
    if (isTree()) {
      return unfolded();
    }
    const words = filter.value.toLowerCase().split(/\s+/).filter((word) => word !== '' && word !== '-');
    const texts = columns.filter((column) => !KINDS[column.kind].number);
    let result = rows.filter((row) => {
      const text = texts.map((column) => value(row, column)).join('\n').toLowerCase();
      return words.every((word) => (word.startsWith('-') ? !text.includes(word.slice(1)) : text.includes(word)));
    });
    const column = columns.find((one) => one.key === order.replace(/^-/, ''));
    if (column) {
      const sign = order.startsWith('-') ? -1 : 1;
      const number = KINDS[column.kind].number;
      result = result.map((row, index) => [value(row, column), index, row]);
      result.sort((a, b) => {
        const missing = (a[0] === undefined || a[0] === null) - (b[0] === undefined || b[0] === null);
        const difference = number ? a[0] - b[0] : String(a[0]).localeCompare(String(b[0]), 'en', { numeric: true });
        return missing || sign * difference || a[1] - b[1];
      });
      result = result.map((entry) => entry[2]);
    }
    return result;
  }

  function cell(row, column, largest) {
    const content = value(row, column);
    const kind = KINDS[column.kind];
    const missing = content === undefined || content === null;
    const text = missing ? '' : kind.text(content);
    const attributes = { class: kind.number ? 'number' : column.kind === 'name' ? 'name' : '' };
    if (!missing && kind.title) {
      attributes.title = kind.title(content);
    } else if (column.kind === 'name') {
      attributes.title = text;
    }
    if (column.bar && !missing) {
      const bar = el('i');
      bar.style.width = `calc((100% - 20px) * ${Math.max(0, content) / (largest || 1)})`;
      return el('td', { class: 'number share' }, text, bar);
    }
    if (column.kind === 'change' && !missing && content !== 0 && DIRECTIONS[column.better]) {
      attributes.class += content * DIRECTIONS[column.better] > 0 ? ' better' : ' worse';
    }
    if (options.tree && column.kind === 'name' && row.depth > 0) {
      attributes['data-depth'] = row.depth;
    }
    const address = column.link?.(row);
    const node = el('td', attributes, column === columns[0] && parents.has(row) && isTree() ? folding(row) : '',
        address ? el('a', { href: address }, text) : text);
    if (attributes['data-depth']) {
      node.style.paddingLeft = `${10 + 14 * row.depth}px`;
    }
    return node;
  }

  function line(row, largest) {
    const node = el('tr', { class: row.row === 'unknown' || row.row === 'others' ? 'quiet' : '' }, columns.map((column, index) => cell(row, column, largest[index])));
    if (options.choose) {
      node.tabIndex = 0;
      node.setAttribute('aria-selected', String(options.chosen?.(row) ?? false));
      const choose = () => {
        for (const other of body.querySelectorAll('[aria-selected="true"]')) {
          other.setAttribute('aria-selected', 'false');
        }
        node.setAttribute('aria-selected', 'true');
        options.choose(row);
      };
      node.addEventListener('click', choose);
      node.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          choose();
        } else if (event.key === 'ArrowDown') {
          event.preventDefault();
          node.nextElementSibling?.focus();
        } else if (event.key === 'ArrowUp') {
          event.preventDefault();
          node.previousElementSibling?.focus();
        }
      });
    }
    return node;
  }

  function draw() {
    const all = picked();
    const largest = columns.map((column) =>
      (column.bar ? Math.max(...rows.map((row) => value(row, column) ?? 0), 0) : 0));
    body.replaceChildren(...all.slice(0, shown).map((row) => line(row, largest)));
    told.textContent = all.length === rows.length ? `${exact(rows.length)} rows` : `${exact(all.length)} of ${exact(rows.length)} rows`;
    more.hidden = all.length <= shown;
    for (const [index, column] of columns.entries()) {
      const header = head.children[index];
      if (order.replace(/^-/, '') === column.key) {
        header.setAttribute('aria-sort', order.startsWith('-') ? 'descending' : 'ascending');
      } else {
        header.removeAttribute('aria-sort');
      }
      header.querySelector('button').textContent = column.title +
        (order === column.key ? ' ▲' : order === '-' + column.key ? ' ▼' : '');
    }
  }

  for (const column of columns) {
    const numeric = KINDS[column.kind].number;
    const sort = () => {
      const first = numeric ? '-' + column.key : column.key;
      const second = numeric ? column.key : '-' + column.key;
      order = order === first ? second : first;
      keep({ [prefix + 'sort']: order });
      draw();
    };
    head.append(el('th', { scope: 'col', class: numeric ? 'number' : '', title: column.about },
        el('button', { type: 'button', click: sort }, column.title)));
  }
  const store = () => save((options.name ?? 'table') + '.csv', 'text/csv',
      csv([columns.map((column) => column.title), ...(isTree() ? rows : picked()).map((row) => columns.map((column) => value(row, column)))]));
  const foot = options.total
    ? el('tfoot', {}, el('tr', {}, columns.map((column) => cell(options.total, column, 0))))
    : '';
  const foldAll = parents.size === 0 ? '' : el('button', { type: 'button', click: () => {
    if (folded.size > 0) {
      folded.clear();
    } else {
      parents.forEach((row) => folded.add(row));
    }
    draw();
  } }, 'Unfold or fold all');
  draw();
  return el('div', {},
      el('div', { class: 'bar' }, filter, told, foldAll, options.extra ?? '', el('span', { class: 'space' }),
          el('button', { type: 'button', click: store }, 'Save CSV')),
      el('div', { class: 'tableframe' }, el('table', {}, el('thead', {}, head), body, foot)),
      more);
}
