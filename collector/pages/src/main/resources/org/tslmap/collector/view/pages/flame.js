// Call paths as an icicle: each function as wide as its accesses, or misses, with those of what it
// called below it.

import { el, tip } from './dom.js';
import { keep, link, route } from './route.js';
import { loadNarrowed, narrowedNote } from './narrow.js';
import { percent, quantity } from './format.js';

const ROW = 20; // pixels
const LEAST = 1.5; // pixels of a frame that is drawn
const LEAST_NAMED = 28;
const HUES = ['blue', 'green', 'orange', 'sky', 'purple', 'vermilion'];

/** The tab of the flame graph. */
export async function flameTab({ id }) {
  const found = await loadNarrowed(id, 'stacks');
  const note = narrowedNote(id, 'flame', found);
  if (!found.nodes) {
    return [note, found.missing ? el('p', { class: 'message' }, 'Call paths are not known: ' + found.missing) : ''];
  }
  return [note, ...new Flame(id, found).parts()];
}

/** The paths of two runs in one picture: as wide as in the second, coloured by what changed since the first. */
export function differentialFlame(id, a, b) {
  if (!a.nodes || !b.nodes) {
    return el('p', { class: 'message' }, 'Call paths are not known: ' + (a.missing ?? b.missing));
  }
  const keys = b.metrics.map(({ key }) => key).filter((key) => a.metrics.some((one) => one.key === key));
  const own = (found) => {
    const at = keys.map((key) => found.metrics.findIndex((one) => one.key === key));
    return (node) => at.map((index) => node.own[index]);
  };
  const nodes = [];
  const merge = (before, after, depth) => {
    const named = new Map();
    for (const [which, list] of [['a', before], ['b', after]]) {
      for (const node of list) {
        const entry = named.get(node.name) ?? { a: [], b: [] };
        entry[which].push(node);
        named.set(node.name, entry);
      }
    }
    const sum = (list, of) => list.reduce((all, node) => of(node).map((value, index) => value + all[index]), keys.map(() => 0));
    for (const [name, entry] of named) {
      nodes.push({ depth, name, own: sum(entry.b, own(b)), before: sum(entry.a, own(a)) });
      merge(entry.a.flatMap(({ children }) => children), entry.b.flatMap(({ children }) => children), depth + 1);
    }
  };
  const roots = (found) => tree(found.nodes).filter(({ parent }) => !parent);
  merge(roots(a), roots(b), 0);
  const flame = new Flame(id, { metrics: keys.map((key) => b.metrics.find((one) => one.key === key)), nodes });
  return el('div', {}, flame.parts(), el('p', { class: 'quiet small' },
      el('span', { class: 'legend' }, el('i', { class: 'hue-vermilion' }), 'more than in A'), ' ',
      el('span', { class: 'legend' }, el('i', { class: 'hue-blue' }), 'less than in A'), ' the stronger the colour, the larger the change; changes below half a point of the whole are grey.'));
}

/** Nodes with their parents, children and ends: what is below a node stands between it and its end. */
function tree(nodes) {
  const path = [];
  return nodes.map((node, index) => {
    const one = { ...node, index, parent: path[node.depth - 1] ?? null, children: [], end: nodes.length };
    path.splice(node.depth).forEach((before) => { before.end = index; });
    one.parent?.children.push(one);
    path.push(one);
    return one;
  });
}

class Flame {
  constructor(id, { metrics, nodes }) {
    const given = route().parameters;
    this.id = id;
    this.metrics = metrics;
    this.nodes = tree(nodes);
    this.metric = Math.max(0, metrics.findIndex(({ key }) => key === given.get('metric')));
    this.top = this.nodes[Number(given.get('node') ?? NaN)] ?? null;
    this.words = given.get('search') ?? '';
    const at = (event) => event.target.closest('.frame')?.node;
    this.frames = el('div', {
      class: 'flame', role: 'tree', 'aria-label': 'Call paths', keydown: (event) => this.key(event),
      click: (event) => at(event) && this.zoom(at(event) === this.top ? this.top.parent : at(event)),
      pointermove: (event) => tip(at(event) ? this.text(at(event)) : '', event.clientX, event.clientY), pointerleave: () => tip(''),
    });
    this.said = el('span', { class: 'quiet small', role: 'status' });
    this.place = el('div', { class: 'bar small' });
    this.sum();
    new ResizeObserver(() => {
      if (this.frames.clientWidth !== this.width) {
        this.draw();
      }
    }).observe(this.frames);
  }

  parts() {
    const search = el('input', {
      type: 'search', placeholder: 'Search functions', 'aria-label': 'Search functions', value: this.words,
      input: () => {
        this.words = search.value;
        keep({ search: this.words });
        this.draw();
      },
    });
    const choice = el('select', { 'aria-label': 'Width', change: () => {
      this.metric = choice.selectedIndex;
      keep({ metric: this.metric === 0 ? '' : this.metrics[this.metric].key });
      this.sum();
      this.draw();
    } }, this.metrics.map(({ key, about }, index) => el('option', { value: key, selected: index === this.metric }, about)));
    return [
      el('div', { class: 'bar' }, el('label', {}, 'Width: ', choice), search, this.said),
      this.place, this.frames,
    ];
  }

  /** Adds up what is below each node. */
  sum() {
    for (let i = this.nodes.length - 1; i >= 0; i--) {
      const node = this.nodes[i];
      node.was = (node.before?.[this.metric] ?? 0) + node.children.reduce((sum, child) => sum + child.was, 0);
      node.sum = node.own[this.metric] + node.children.reduce((sum, child) => sum + child.sum, 0);
    }
    this.roots = this.nodes.filter(({ parent }) => !parent);
    this.whole = this.roots.reduce((sum, root) => sum + root.sum, 0);
  }

  zoom(node) {
    this.top = node;
    keep({ node: node ? String(node.index) : '' });
    this.draw();
    (node && this.shown.get(node) || this.frames.firstElementChild)?.focus();
  }

  draw() {
    this.width = this.frames.clientWidth;
    if (this.width === 0) {
      return;
    }
    const word = this.words.toLowerCase();
    const scale = this.width / (this.top ? this.top.sum : this.whole || 1);
    this.shown = new Map();
    const others = [];
    let deepest = 0;
    const place = (node, left, row) => {
      deepest = Math.max(deepest, row);
      this.shown.set(node, this.frame(node, left, row, node.sum * scale, word));
      below(node, left, row + 1);
    };
    const below = (node, left, row) => {
      const children = [...node.children].sort((a, b) => b.sum - a.sum);
      const narrow = children.findIndex((child) => child.sum * scale < LEAST);
      let at = left;
      for (const child of narrow < 0 ? children : children.slice(0, narrow)) {
        place(child, at, row);
        at += child.sum * scale;
      }
      const rest = narrow < 0 ? [] : children.slice(narrow);
      const sum = rest.reduce((all, child) => all + child.sum, 0);
      if (sum * scale >= LEAST_NAMED) {
        deepest = Math.max(deepest, row);
        others.push(this.others(rest.length, sum, at, row, sum * scale));
      }
    };
    if (this.top) {
      place(this.top, 0, 0);
    } else {
      below({ children: this.roots }, 0, 0);
    }
    tip('');
    this.frames.replaceChildren(...this.shown.values(), ...others);
    this.frames.firstElementChild?.setAttribute('tabindex', '0');
    this.frames.style.height = (deepest + 1) * ROW + 'px';
    this.tell(word);
  }

  frame(node, left, row, wide, word) {
    const found = word && node.name.toLowerCase().includes(word);
    const frame = el('button', {
      type: 'button', role: 'treeitem', tabindex: '-1', 'aria-level': String(node.depth + 1),
      'aria-label': this.text(node).replaceAll('\n', ', '),
      class: `frame ${node.before ? this.changeOf(node) : 'hue-' + hue(node.name)} ${word ? (found ? 'found' : 'other') : ''}`,
    }, wide >= LEAST_NAMED ? node.name || '???' : '');
    if (node.before) {
      frame.style.setProperty('--part', `${Math.round(12 + 30 * Math.min(1, Math.abs(node.sum - node.was) / Math.max(node.sum, node.was, 1)))}%`);
    }
    frame.style.left = left + 'px';
    frame.style.top = row * ROW + 'px';
    frame.style.width = Math.max(1, wide - 1) + 'px';
    frame.node = node;
    return frame;
  }

  /** What is too narrow to be drawn one by one. */
  others(count, sum, left, row, wide) {
    const metric = this.metrics[this.metric];
    const share = percent(this.whole > 0 ? sum / this.whole : 0);
    const text = `${count.toLocaleString('en')} ${count === 1 ? 'other' : 'others'}`;
    const frame = el('div', { class: 'frame others', 'aria-hidden': 'true', title: `${text}, too narrow to be drawn: ${quantity(metric, sum)} (${share}) ${metric.about}` }, text);
    frame.style.left = left + 'px';
    frame.style.top = row * ROW + 'px';
    frame.style.width = Math.max(1, wide - 1) + 'px';
    return frame;
  }

  /** How the frame of a node looks whose value changed. */
  changeOf(node) {
    const change = (node.sum - node.was) / (this.whole || 1);
    return Math.abs(change) < 0.005 ? 'same' : change > 0 ? 'hue-vermilion' : 'hue-blue';
  }

  text(node) {
    const metric = this.metrics[this.metric];
    const amount = (value) => quantity(metric, value);
    const share = (value) => percent(this.whole > 0 ? value / this.whole : 0);
    return `${node.name || 'code without a name'}${node.inlined ? ' (inlined)' : ''}\n` +
      `${amount(node.sum)} (${share(node.sum)}) ${metric.about}, with what it called\n` +
      (node.before ? `${amount(node.was)} in A, with what it called\n` : '') +
      `${amount(node.own[this.metric])} (${share(node.own[this.metric])}) by itself`;
  }

  /** What the words find, and where the picture is. */
  tell(word) {
    // A path counts once, even if the words fit several functions on it.
    let found = 0;
    for (let i = 0; word && i < this.nodes.length; i++) {
      if (this.nodes[i].name.toLowerCase().includes(word)) {
        found += this.nodes[i].sum;
        i = this.nodes[i].end - 1;
      }
    }
    this.said.textContent = word ? `${percent(this.whole > 0 ? found / this.whole : 0)} in what was found` : '';
    const path = [];
    for (let node = this.top; node; node = node.parent) {
      path.unshift(node);
    }
    const step = (node, title) => el('button', { type: 'button', 'aria-current': node === this.top ? 'true' : undefined, click: () => this.zoom(node) }, title);
    this.place.replaceChildren(...(this.top
      ? [step(null, 'All'), ...path.map((node) => step(node, node.name || '???')),
         el('a', { href: link(['run', this.id, 'callees'], { of: this.top.name }) }, 'Callees')]
      : [el('span', { class: 'quiet' }, 'A click, or Enter, shows a function with what it called; the arrow keys go from one to the next.')]));
  }

  key(event) {
    const node = document.activeElement?.node;
    if (!node) {
      return;
    }
    if (event.key === 'Escape') {
      this.zoom(null);
      return;
    }
    const beside = (step) => {
      const all = [...this.shown.keys()].filter(({ parent }) => parent === node.parent);
      return all[all.indexOf(node) + step];
    };
    const next = {
      ArrowUp: () => node.parent, ArrowDown: () => [...this.shown.keys()].find(({ parent }) => parent === node),
      ArrowLeft: () => beside(-1), ArrowRight: () => beside(1),
    }[event.key]?.();
    const frame = next && this.shown.get(next);
    if (frame) {
      document.activeElement.setAttribute('tabindex', '-1');
      frame.setAttribute('tabindex', '0');
      frame.focus();
      event.preventDefault();
    }
  }
}

/** The same colour for the same name. */
function hue(name) {
  let sum = 0;
  for (let i = 0; i < name.length; i++) {
    sum = (sum * 31 + name.charCodeAt(i)) % 9973;
  }
  return HUES[sum % HUES.length];
}
