// Tables that can be sorted by any column, narrowed by a text, and saved.

import { el, save, csv } from './dom.js';
import { keep, route } from './route.js';
import { bytes, count, exact, hex, percent, score } from './format.js';
import { ColumnChoice } from './columns.js';
import { AT_ONCE, Orders, whileIdle } from './order.js';
import { foldSwitch, grouped, groupedBelow, serves, servingBranches, showsAll } from './groups.js';
import { RowWindow } from './scroll.js';

// How a column of each kind is shown and compared.
const KINDS = {
  name: { text: String, number: false },
  text: { text: String, number: false },
  count: { text: count, number: true, title: exact },
  size: { text: bytes, number: true, title: exact },
  exact: { text: exact, number: true },
  score: { text: score, number: true },
  share: { text: percent, number: true },
  address: { text: hex, number: true },
  halfShare: { text: (value) => '±' + percent(value), number: true },
  half: { text: (value) => (Number.isFinite(value) ? '±' + score(value) : 'too few samples'), number: true },
  change: { text: (value) => (value > 0 ? '+' : value < 0 ? '−' : '') + score(Math.abs(value)), number: true },
  points: { text: (value) => `${value >= 0.0005 ? '+' : value <= -0.0005 ? '−' : ''}${(100 * Math.abs(value)).toFixed(1)} points`, number: true },
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
 *   bar? (whether a bar shows how large it is), better? (of changes: 'higher' or 'lower'), isChange?
 *   (whether a row's change is more than noise, so that it is coloured), late? (not shown at first) }]
 * options: name (for the saved file), sort (column's key, '-' before it for descending), total (a row
 *   for the foot), choose (called with a row that was chosen), chosen (whether a row is the chosen
 *   one), parameter (prefix of the address's parameters, for several tables in one view), extra
 *   (further controls), tree (rows have a depth), folded (of a tree, everything at first), title (for
 *   screen readers), groups (below the first rows of a tree, what serves the program is one row each),
 *   sums (what such groups add up to, see groups.js), partly (there are more rows, which are given to
 *   the element's complete() later)
 */
export function table(all, given, options = {}) {
  let rows = given;
  let partly = options.partly;
  const prefix = options.parameter ?? '';
  const { parameters } = route();
  let order = parameters.get(prefix + 'sort') ?? options.sort ?? '';
  const filter = el('input', {
    type: 'search', placeholder: 'Filter: text, or -text to leave out', 'aria-label': 'Filter rows',
    value: parameters.get(prefix + 'filter') ?? '',
    input: () => {
      keep({ [prefix + 'filter']: filter.value });
      draw();
    },
  });
  const told = el('span', { class: 'quiet small', role: 'status' });
  const head = el('tr');
  const body = el('tbody');
  const choice = new ColumnChoice(all, prefix + 'columns', () => {
    heads();
    draw();
  });
  let columns = choice.shown();
  const tableNode = el('table', {}, el('thead', {}, head), body);
  const frame = el('div', { class: 'tableframe', tabindex: 0, role: 'region', 'aria-label': options.title ?? 'Table' }, tableNode);
  let largest = [];
  let scaled = '';
  const sight = new RowWindow(frame, body, (row) => line(row, largest), () => oneStop());
  const value = (row, column) => (column.value ? column.value(row) : row[column.key]);
  const parents = new Set(options.tree ? rows.filter((row, index) => rows[index + 1]?.depth > row.depth) : []);
  const serving = options.tree ? servingBranches(rows) : new Set();
  const folded = new Set([...parents].filter((row) => options.folded || (row.inclusiveShare ?? row.share ?? 1) < FOLDED || !showsAll() && serving.has(row)));
  const canFold = rows.some((row) => row.origin !== undefined && row.origin !== 'program') && rows.some((row) => row.origin === 'program');
  const texts = all.filter((column) => !KINDS[column.kind].number);
  const known = new Map();
  const isNumber = (column) => KINDS[column.kind].number;
  let orders = new Orders(rows, value, isNumber);
  let groups;
  const opened = [];
  const isSame = (one) => (other) => one.top === other.top && one.origin === other.origin;
  const isOpened = (group) => opened.some(isSame(group));
  const isTree = () => parents.size > 0 && order === '' && filter.value.trim() === '';

  /** The rows that no folded one hides. */
  function unfolded() {
    let below = Infinity;
    const open = rows.filter((row) => {
      if (row.depth > below) {
        return false;
      }
      below = folded.has(row) ? row.depth : Infinity;
      return true;
    });
    return options.groups && !showsAll() ? withOpened(groupedBelow(open, options.sums)) : open;
  }

  /** Rows with the parts of those groups that are open behind them. */
  function withOpened(some) {
    return opened.length === 0 ? some : some.flatMap((row) =>
      (row.parts && isOpened(row) ? [row, ...sorted(row.parts).map((part) => ({ ...part, depth: (row.depth ?? 0) + 1 }))] : [row]));
  }

  function fold(row) {
    if (!folded.delete(row)) {
      folded.add(row);
    }
    redrawAt(row);
  }

  /** Shows or hides the parts of rows that are shown as one. */
  function open(row) {
    const at = opened.findIndex(isSame(row));
    if (at >= 0) {
      opened.splice(at, 1);
    } else {
      opened.push(row);
    }
    redrawAt(row);
  }

  function redrawAt(row) {
    const top = frame.scrollTop;
    draw();
    frame.scrollTop = top;
    sight.draw();
    [...body.querySelectorAll('button.fold')].find((button) => button.row === row || row.parts && button.row.parts && isSame(row)(button.row))?.focus();
  }

  /** Shows and hides what is below a row. */
  function folding(row) {
    const isOpen = row.parts ? isOpened(row) : !folded.has(row);
    const button = el('button', {
      type: 'button', class: 'fold', 'aria-expanded': String(isOpen), 'aria-label': `${isOpen ? 'Fold' : 'Unfold'} ${row.name ?? ''}`,
      click: (event) => { event.stopPropagation(); (row.parts ? open : fold)(row); },
    }, isOpen ? '▾' : '▸');
    button.row = row;
    return button;
  }

  /** All texts of a row, in small letters. */
  function textOf(row) {
    let text = known.get(row);
    if (text === undefined) {
      text = texts.map((column) => value(row, column) ?? '').join('\n').toLowerCase();
      known.set(row, text);
    }
    return text;
  }

  /** Finds ahead what sorting and filtering a long table need. */
  function prepare() {
    if (rows.length > AT_ONCE) {
      whileIdle(function* () {
        for (let from = 0; from < rows.length; from += AT_ONCE) {
          rows.slice(from, from + AT_ONCE).forEach(textOf);
          yield;
        }
        yield* orders.prepared(columns);
      }());
    }
  }

  /** The rows to show, in their order. */
  function picked() {
    if (isTree()) {
      return unfolded();
    }
    const words = filter.value.toLowerCase().split(/\s+/).filter((word) => word !== '' && word !== '-');
    const found = words.length === 0 ? ordered() : ordered().filter((row) => {
      const text = textOf(row);
      return words.every((word) => (word.startsWith('-') ? !text.includes(word.slice(1)) : text.includes(word)));
    });
    const folds = canFold && !options.tree && !showsAll() && words.length === 0;
    return withOpened(folds ? withGroups(found.filter((row) => !serves(row))) : found);
  }

  /** The column that rows are ordered by, and whether upwards; no column if there is no order. */
  function ordering() {
    return { column: all.find((one) => one.key === order.replace(/^-/, '')), sign: order.startsWith('-') ? -1 : 1 };
  }

  /** All rows in their order. */
  function ordered() {
    const { column, sign } = ordering();
    return column ? orders.by(column, sign) : rows;
  }

  /** The program's rows, which are in order, with one for each group at its place among them. */
  function withGroups(result) {
    const { column, sign } = ordering();
    const comes = column ? orders.comparison(column, sign) : () => 1;
    groups ??= grouped(rows.filter(serves), options.sums);
    for (const group of groups) {
      let from = 0;
      for (let to = result.length; from < to;) {
        const middle = (from + to) >> 1;
        if (comes(group, result[middle]) < 0) {
          to = middle;
        } else {
          from = middle + 1;
        }
      }
      result.splice(from, 0, group);
    }
    return result;
  }

  function sorted(some) {
    const { column, sign } = ordering();
    return column ? new Orders(some, value, isNumber).by(column, sign) : some;
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
    if (!missing && column.better && column.isChange?.(row)) {
      attributes.class += content * DIRECTIONS[column.better] > 0 ? ' better' : ' worse';
    }
    if (column === columns[0] && row.depth > 0) {
      attributes['data-depth'] = row.depth;
    }
    const address = column.link?.(row);
    const node = el('td', attributes, column === columns[0] && (row.parts || parents.has(row) && isTree()) ? folding(row) : '',
        address ? el('a', { href: address }, text) : text);
    if (attributes['data-depth']) {
      node.style.paddingLeft = `${10 + 14 * row.depth}px`;
    }
    return node;
  }

  /** Of rows that can be chosen, one is a stop for Tab: that with the focus, the chosen one, or else the first. */
  function oneStop() {
    const all = [...body.querySelectorAll('tr[aria-selected]')];
    const stop = all.find((row) => row === document.activeElement) ?? all.find((row) => row.ariaSelected === 'true') ?? all[0];
    all.forEach((row) => { row.tabIndex = row === stop ? 0 : -1; });
  }

  function line(row, largest) {
    const node = el('tr', { class: row.row === 'unknown' || row.row === 'others' || row.parts ? 'quiet' : '' }, columns.map((column, index) => cell(row, column, largest[index])));
    if (options.choose && !row.parts) {
      node.tabIndex = -1;
      node.addEventListener('focus', () => oneStop());
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
          sight.reveal(Number(node.dataset.index) + 1)?.focus();
        } else if (event.key === 'ArrowUp') {
          event.preventDefault();
          sight.reveal(Number(node.dataset.index) - 1)?.focus();
        }
      });
    }
    return node;
  }

  function draw() {
    const found = picked();
    // Which rows there are decides how long bars are, and not their order.
    const shown = [showsAll(), filter.value, found.length, ...columns.map(({ key }) => key)].join('\n');
    if (shown !== scaled) {
      largest = columns.map((column) =>
        (column.bar ? found.reduce((most, row) => Math.max(most, value(row, column) ?? 0), 0) : 0));
      scaled = shown;
    }
    sight.show(found);
    tableNode.setAttribute('aria-rowcount', found.length + 1);
    told.textContent = (found.length === rows.length ? `${exact(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}` : `${exact(found.length)} of ${exact(rows.length)} rows`) +
      (partly ? ', loading the others' : '');
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

  function header(column) {
    const numeric = KINDS[column.kind].number;
    const sort = () => {
      const first = numeric ? '-' + column.key : column.key;
      const second = numeric ? column.key : '-' + column.key;
      order = order === first ? second : first;
      keep({ [prefix + 'sort']: order });
      draw();
    };
    return el('th', { scope: 'col', class: numeric ? 'number' : '', title: column.about, 'data-key': column.key },
        el('button', { type: 'button', click: sort }, column.title));
  }

  function heads() {
    columns = choice.shown();
    head.replaceChildren(...columns.map(header));
    tableNode.tFoot?.remove();
    if (options.total) {
      tableNode.append(el('tfoot', {}, el('tr', {}, columns.map((column) => cell(options.total, column, 0)))));
    }
  }

  const store = () => save((options.name ?? 'table') + '.csv', 'text/csv',
      csv([all.map((column) => column.title), ...(isTree() ? rows : picked()).map((row) => all.map((column) => value(row, column)))]));
  const foldAll = parents.size === 0 ? '' : el('button', { type: 'button', click: () => {
    if (folded.size > 0) {
      folded.clear();
    } else {
      parents.forEach((row) => folded.add(row));
    }
    draw();
  } }, 'Unfold or fold all');
  const foldAway = !canFold ? '' : foldSwitch(() => {
    for (const row of serving) {
      if (parents.has(row)) {
        folded[showsAll() ? 'delete' : 'add'](row);
      }
    }
    draw();
  });
  heads();
  draw();
  if (!partly) {
    prepare();
  }
  const node = el('div', {},
      el('div', { class: 'bar' }, filter, told, foldAll, foldAway, options.extra ?? '',
          el('span', { class: 'buttons' }, choice.element(), el('button', { type: 'button', click: store }, 'Save CSV'))),
      frame);
  /** Shows all rows in place of the first ones, which stay where they are. */
  node.complete = (whole) => {
    rows = whole;
    partly = false;
    orders = new Orders(rows, value, isNumber);
    groups = undefined;
    scaled = '';
    const top = frame.scrollTop;
    draw();
    frame.scrollTop = top;
    sight.draw();
    prepare();
  };
  return node;
}
