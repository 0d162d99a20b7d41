// Which columns of a table are shown: a choice for each table, kept in the address.

import { el } from './dom.js';
import { keep, route } from './route.js';

/**
 * A choice of columns.
 *
 * columns: all there are; those with late are not shown unless they are chosen
 * changed: called after each choice
 */
export class ColumnChoice {
  constructor(columns, parameter, changed) {
    this.columns = columns;
    this.parameter = parameter;
    this.changed = changed;
    const given = route().parameters.get(parameter);
    this.keys = new Set(given ? given.split(',') : this.usual());
    this.keys.add(columns[0].key);
  }

  usual() {
    return this.columns.filter((column) => !column.late).map(({ key }) => key);
  }

  /** The columns that are shown. */
  shown() {
    return this.columns.filter(({ key }) => this.keys.has(key));
  }

  /** The control. */
  element() {
    const boxes = this.columns.slice(1).map((column) => {
      const box = el('input', { type: 'checkbox', checked: this.keys.has(column.key), change: () => {
        this.keys[box.checked ? 'add' : 'delete'](column.key);
        this.tell();
      } });
      box.column = column;
      return box;
    });
    const all = (keys) => {
      this.keys = new Set([this.columns[0].key, ...keys]);
      boxes.forEach((box) => { box.checked = this.keys.has(box.column.key); });
      this.tell();
    };
    const node = el('details', { class: 'columns', keydown: (event) => {
      if (event.key === 'Escape' && node.open) {
        node.open = false;
        node.querySelector('summary').focus();
      }
    } },
    el('summary', {}, 'Columns'),
    el('div', { class: 'choices' },
        el('div', { class: 'bar' },
            el('button', { type: 'button', click: () => all(this.usual()) }, 'Usual'),
            el('button', { type: 'button', click: () => all(this.columns.map(({ key }) => key)) }, 'All')),
        boxes.map((box) => el('label', { title: box.column.about }, box, ' ', box.column.title))));
    return node;
  }

  tell() {
    const usual = this.usual();
    const same = usual.length === this.keys.size && usual.every((key) => this.keys.has(key));
    keep({ [this.parameter]: same ? '' : [...this.keys].join(',') });
    this.changed();
  }
}
