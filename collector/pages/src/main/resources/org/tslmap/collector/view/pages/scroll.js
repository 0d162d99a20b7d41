// A long list of rows of which only those in sight are in the page.

import { el } from './dom.js';

const AT_ONCE = 300;
const BEYOND = 20;

/**
 * Shows rows in a table's body.
 *
 * frame: what scrolls; body: the table's body; rowOf: makes the element of a row at an index; drawn: called when
 * other rows are in the page
 */
export class RowWindow {
  constructor(frame, body, rowOf, drawn = () => {}) {
    Object.assign(this, { frame, body, rowOf, drawn, rows: [], from: -1, to: -1, height: 0, pinned: false, nodes: new Map() });
    frame.addEventListener('scroll', () => this.draw(), { passive: true });
  }

  /** Shows other rows, from the first on. */
  show(rows) {
    this.rows = rows;
    this.nodes = new Map();
    this.from = -1;
    this.frame.scrollTop = 0;
    if (this.pinned) {
      this.widths(() => '');
      this.pinned = false;
    }
    this.draw();
    // The height of rows is known once they are laid out, which the next frame needs in any case.
    requestAnimationFrame(() => {
      this.height = 0;
      this.draw();
    });
  }

  /** The element of the row at an index, brought into sight. */
  reveal(index) {
    if (index < 0 || index >= this.rows.length) {
      return undefined;
    }
    if (this.rows.length > AT_ONCE && !this.nodes.get(index)?.isConnected) {
      this.frame.scrollTop = Math.max(0, index * this.measure() - this.frame.clientHeight / 2);
      this.draw();
    }
    return this.nodes.get(index);
  }

  measure() {
    this.height ||= this.body.querySelector('tr[data-index]')?.getBoundingClientRect().height || 0;
    return this.height || 25;
  }

  draw() {
    const all = this.rows.length;
    const height = this.measure();
    const sight = Math.ceil((this.frame.clientHeight || 800) / height);
    const from = all <= AT_ONCE ? 0 : Math.max(0, Math.min(Math.floor(this.frame.scrollTop / height) - BEYOND, all - sight - 2 * BEYOND));
    const to = all <= AT_ONCE ? all : Math.min(all, from + sight + 2 * BEYOND);
    if (from === this.from && to === this.to) {
      return;
    }
    if (this.from >= 0 && all > AT_ONCE && !this.pinned) {
      // Columns stay as wide as they are now, so that they do not jump while rows pass by.
      this.widths((head) => head.offsetWidth + 'px');
      this.pinned = true;
    }
    Object.assign(this, { from, to });
    const kept = new Map();
    const focused = document.activeElement;
    const shown = [];
    for (let index = from; index < to; index++) {
      const node = this.nodes.get(index) ?? this.rowOf(this.rows[index]);
      node.dataset.index = index;
      node.setAttribute('aria-rowindex', index + 2);
      kept.set(index, node);
      shown.push(node);
    }
    this.nodes = kept;
    this.body.replaceChildren(...this.space(from * height), ...shown, ...this.space((all - to) * height));
    if (focused !== document.activeElement && focused.isConnected) {
      focused.focus({ preventScroll: true });
    }
    this.drawn();
  }

  /** Sets how wide columns are at least; all are read before one is changed, since each change is a new layout. */
  widths(widthOf) {
    const heads = [...this.frame.querySelectorAll('thead th')];
    const widths = heads.map(widthOf);
    heads.forEach((head, index) => { head.style.minWidth = widths[index]; });
  }

  space(height) {
    const row = el('tr', { 'aria-hidden': 'true', class: 'space' });
    row.style.height = height + 'px';
    return height > 0 ? [row] : [];
  }
}
