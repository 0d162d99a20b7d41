// Addresses over time: a picture that zooms and pans down to single accesses. The server sends the
// view as loads and stores for each pixel; what is in view already is stretched meanwhile.

import { el, save, csv, tip } from './dom.js';
import { exported, load, loadPictures, runPath } from './data.js';
import { keep, route } from './route.js';
import { colour } from './theme.js';
import { baseName, bytes, count, exact, hex, percent } from './format.js';
import { BOTTOM, isThere, LEFT, paintAxes, saysMore } from './axes.js';
import { listen } from './controls.js';
import { VectorContext } from './vector.js';
import { tablesOf } from './narrow.js';
import { coloured, exportedPixels, serverPixels } from './pixels.js';

const LEAST_ACCESSES = 16;
const LEAST_HEIGHT = 1e-12;

// Milliseconds between two changes of the view that Back takes as one.
const ONE_CHANGE = 300;

// Longer traces are not gone through for heap blocks until somebody asks what is somewhere.
const PLACES_AT_ONCE = 5e8;

/** The tab with the picture of one process. */
export async function pictureTab({ id }) {
  const first = await loadPictures(id);
  if (first.processes) {
    return chosen(id, first.processes);
  }
  const place = el('div', {}, waiting(first.counted));
  whenCounted(id, place).then((content) => place.replaceChildren(content));
  return place;
}

function waiting(counted) {
  return el('p', { class: 'message', role: 'status' },
      `Addresses over time are counted from the trace, this once: ${percent(counted)}`);
}

/** Shows how far it is until all is there, or the place is left. */
async function whenCounted(id, place) {
  try {
    for (;;) {
      await new Promise((done) => setTimeout(done, 300));
      const { processes, counted } = place.isConnected ? await loadPictures(id) : { counted: 0 };
      if (processes || !place.isConnected) {
        return processes ? chosen(id, processes) : '';
      }
      place.replaceChildren(waiting(counted));
    }
  } catch (failure) {
    return el('p', { class: 'message' }, failure.message);
  }
}

/** The picture of one process, and a choice of others. */
function chosen(id, processes) {
  if (processes.length === 0) {
    return el('p', { class: 'message' },
        'This run has neither a trace nor recorded addresses over time. Record it with --trace full, or with --plots.');
  }
  const number = Math.min(processes.length - 1, Number(route().parameters.get('process') ?? 0));
  const view = new PictureView(id, processes[number], number);
  const choice = processes.length < 2 ? '' : el('select', {
    'aria-label': 'Process',
    change: (event) => {
      keep({ process: event.target.value, from: '', to: '', low: '', high: '' });
      dispatchEvent(new Event('hashchange'));
    },
  }, processes.map((process, index) => el('option', { value: index, selected: index === number },
      process.rank >= 0 ? `rank ${process.rank} (process ${process.pid})` : `process ${process.pid}`)));
  return view.element(choice);
}

class PictureView {
  constructor(id, process, number) {
    this.id = id;
    this.process = process;
    this.number = number;
    this.whole = { from: 0, to: process.accesses, low: 0, high: 1 };
    this.view = this.given();
    this.pixels = null;
    this.past = [];
    this.changed = -Infinity;
  }

  /** The view that the address names. */
  given() {
    const { parameters } = route();
    const number = (name, otherwise) => (parameters.has(name) ? Number(parameters.get(name)) : otherwise);
    return this.within({
      from: number('from', 0), to: number('to', this.whole.to), low: number('low', 0), high: number('high', 1),
    });
  }

  within({ from, to, low, high }) {
    const length = Math.min(this.whole.to, Math.max(Math.min(LEAST_ACCESSES, this.whole.to), to - from));
    const height = Math.min(1, Math.max(LEAST_HEIGHT, high - low));
    const first = Math.round(Math.max(0, Math.min(from, this.whole.to - length)));
    const lowest = Math.max(0, Math.min(low, 1 - height));
    return { from: first, to: Math.min(this.whole.to, Math.round(first + length)), low: lowest, high: lowest + height };
  }

  element(choice) {
    this.canvas = el('canvas', {
      tabindex: 0, role: 'img',
      'aria-label': 'Addresses over time. Plus and minus zoom, arrows move, 0 shows everything, n names the next access.',
    });
    this.status = el('div', { class: 'quiet small', role: 'status' });
    this.empty = el('div', { class: 'empty', hidden: true }, 'No access in view. ',
        el('button', { type: 'button', click: () => this.showNearest() }, 'Show the nearest accesses'));
    this.selection = null;
    const button = (text, title, action) => el('button', { type: 'button', title, click: action }, text);
    const narrow = exported() ? ''
      : button('Tables of this selection', 'Narrow all tables to the time and addresses in view (w)', () => this.narrowTables());
    const node = el('div', { class: 'picture' },
        el('div', { class: 'bar' }, choice,
            button('+', 'Zoom in (+)', () => this.zoom(0.5)), button('−', 'Zoom out (-)', () => this.zoom(2)),
            button('All', 'Show everything (0)', () => this.show(this.whole)),
            button('Back', 'The view before (Backspace)', () => this.back()),
            narrow,
            el('span', { class: 'legend' }, el('i', { class: 'load' }), 'loads'),
            el('span', { class: 'legend' }, el('i', { class: 'store' }), 'stores'),
            el('span', { class: 'legend' }, el('i', { class: 'both' }), 'both'),
            el('span', { class: 'buttons' },
                button('PNG', 'Save the picture as PNG', () => this.savePng()),
                button('SVG', 'Save the picture as SVG', () => this.saveSvg()),
                button('CSV', 'Save what is shown as CSV', () => this.saveCsv()))),
        el('div', { class: 'canvasframe' }, this.canvas, this.empty),
        this.status,
        el('p', { class: 'quiet small' }, exported()
          ? 'Drag or scroll to zoom, Shift and drag to move. This page holds the picture as it was recorded at low resolution; tslmap view shows single accesses.'
          : 'Drag to zoom into a rectangle, scroll to zoom (with Shift only time, with Alt only addresses), Shift and drag to move. Keys: + − arrows 0 Backspace; where accesses are single, n and p name the next and the one before.'));
    listen(this, LEFT);
    new ResizeObserver(() => this.resized()).observe(this.canvas);
    addEventListener('themechange', () => this.paint());
    return node;
  }

  // --- What is in view --------------------------------------------------------------------------

  /** goesOn: it may be one of many small changes at once, of which only the view before the first is remembered */
  show(view, { remember = true, goesOn = false } = {}) {
    const next = this.within(view);
    const now = performance.now();
    if (remember && !(goesOn && now - this.changed < ONE_CHANGE)) {
      this.past.push(this.view);
    }
    this.changed = now;
    this.view = next;
    this.cursor = undefined;
    const all = next.from === 0 && next.to === this.whole.to && next.low === 0 && next.high === 1;
    keep(all ? { from: '', to: '', low: '', high: '' } : { from: next.from, to: next.to, low: next.low, high: next.high });
    this.paint();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.fetch(), 40);
  }

  back() {
    if (this.past.length > 0) {
      this.show(this.past.pop(), { remember: false });
    }
  }

  zoom(factor, x = 0.5, y = 0.5, time = true, address = true) {
    const { from, to, low, high } = this.view;
    const length = (to - from) * (time ? factor : 1);
    const height = (high - low) * (address ? factor : 1);
    const at = from + x * (to - from);
    const place = low + y * (high - low);
    this.show({ from: at - x * length, to: at + (1 - x) * length, low: place - y * height, high: place + (1 - y) * height },
        { goesOn: true });
  }

  move(x, y) {
    const { from, to, low, high } = this.view;
    this.show({ from: from + x * (to - from), to: to + x * (to - from), low: low + y * (high - low), high: high + y * (high - low) },
        { goesOn: true });
  }

  async fetch() {
    this.aborting?.abort();
    const aborting = new AbortController();
    this.aborting = aborting;
    const { from, to, low, high } = this.view;
    const columns = Math.max(1, Math.min(this.width, 1600));
    const rows = Math.max(1, Math.min(this.height, 900));
    try {
      const started = performance.now();
      const pixels = exported()
        ? await exportedPixels(this.id, this.number, { ...this.view, columns, rows })
        : await serverPixels(`${runPath(this.id)}/picture?process=${this.number}&from=${from}&to=${to}&low=${low}&high=${high}` +
            `&columns=${columns}&rows=${rows}`, aborting.signal);
      if (this.aborting === aborting) {
        this.pixels = { ...pixels, view: { from, to, low, high }, columns, rows };
        this.image = null;
        this.canvas.dataset.milliseconds = Math.round(performance.now() - started);
        this.paint();
        this.offerNearest();
        this.canvas.dataset.shown = `${from}-${to}`;
        if (exported() || this.whole.to <= PLACES_AT_ONCE) {
          this.places ??= this.fetchPlaces();
        }
      }
    } catch (error) {
      if (error.name !== 'AbortError') {
        this.status.textContent = error.message;
      }
    }
  }

  /** Whether nothing is in view, although something is elsewhere. */
  offerNearest() {
    const { loads, stores, accesses } = this.pixels;
    const single = accesses?.some(([, address, site]) => {
      const box = this.box(address, this.pixels.sites[site].size);
      return box.top + box.height > 0 && box.top < this.height;
    });
    this.empty.hidden = single || !accesses && (loads.some((n) => n > 0) || stores.some((n) => n > 0));
  }

  /** The same stretch of time, and the addresses nearest to those in view that were accessed in it. */
  async showNearest() {
    const { from, to, low, high } = this.view;
    const rows = 600;
    const size = { columns: 1, rows };
    const { loads, stores, accesses } = exported()
      ? await exportedPixels(this.id, this.number, { from, to, low: 0, high: 1, ...size })
      : await serverPixels(`${runPath(this.id)}/picture?process=${this.number}&from=${from}&to=${to}&low=0&high=1&columns=1&rows=${rows}`);
    const middle = (low + high) / 2;
    const places = accesses ? accesses.map(([, address]) => this.place(address))
      : [...loads.keys()].filter((row) => loads[row] + stores[row] > 0).map((row) => (row + 0.5) / rows);
    const nearest = places.reduce((best, place) => (Math.abs(place - middle) < Math.abs(best - middle) ? place : best), Infinity);
    if (Number.isFinite(nearest)) {
      const half = Math.max(high - low, accesses ? 0 : 2 / rows) / 2;
      this.show({ from, to, low: nearest - half, high: nearest + half });
    }
  }

  // --- Painting ---------------------------------------------------------------------------------

  resized() {
    const ratio = devicePixelRatio || 1;
    const box = this.canvas.getBoundingClientRect();
    if (box.width === 0) {
      return;
    }
    this.ratio = ratio;
    this.canvas.width = Math.round(box.width * ratio);
    this.canvas.height = Math.round(box.height * ratio);
    this.width = Math.floor(box.width - LEFT);
    this.height = Math.floor(box.height - BOTTOM);
    this.paint();
    this.fetch();
  }

  x(time, view = this.view) {
    return LEFT + this.width * (time - view.from) / (view.to - view.from);
  }

  y(place, view = this.view) {
    return this.height * (1 - (place - view.low) / (view.high - view.low));
  }

  /** The time at a pixel. */
  timeAt(x) {
    return this.view.from + (x - LEFT) / this.width * (this.view.to - this.view.from);
  }

  /** The place in memory at a pixel. */
  placeAt(y) {
    return this.view.low + (1 - y / this.height) * (this.view.high - this.view.low);
  }

  paint() {
    if (!this.width) {
      return;
    }
    this.paintOn(this.canvas.getContext('2d'));
    this.describe();
  }

  paintOn(context) {
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = colour('ground');
    context.fillRect(0, 0, this.width + LEFT, this.height + BOTTOM);
    context.save();
    context.beginPath();
    context.rect(LEFT, 0, this.width, this.height);
    context.clip();
    this.paintGaps(context);
    if (this.pixels) {
      if (this.pixels.accesses && this.singles()) {
        this.paintSingles(context);
      } else {
        this.paintPixels(context);
      }
    }
    if (this.selection) {
      const { x0, y0, x1, y1 } = this.selection;
      context.strokeStyle = colour('accent');
      context.fillStyle = colour('accent') + '22';
      context.fillRect(Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0));
      context.strokeRect(Math.min(x0, x1) + 0.5, Math.min(y0, y1) + 0.5, Math.abs(x1 - x0), Math.abs(y1 - y0));
    }
    context.restore();
    paintAxes(this, context);
  }

  /** Whether accesses are large enough to be drawn one by one. */
  singles() {
    return this.width / (this.view.to - this.view.from) >= 0.5;
  }

  paintGaps(context) {
    context.fillStyle = colour('gap');
    const regions = this.process.regions;
    for (let i = 1; i < regions.length; i++) {
      const top = this.y(regions[i].from);
      const bottom = this.y(regions[i - 1].to);
      if (bottom > 0 && top < this.height) {
        context.fillRect(LEFT, top, this.width, Math.max(1, bottom - top));
      }
    }
  }

  paintPixels(context) {
    this.image ??= coloured(this.pixels);
    const painted = this.pixels.view;
    const left = this.x(painted.from);
    const right = this.x(painted.to);
    const top = this.y(painted.high);
    const bottom = this.y(painted.low);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.image, left, top, right - left, bottom - top);
  }

  paintSingles(context) {
    const { accesses, sites, view } = this.pixels;
    const width = Math.max(1.5, this.x(1) - this.x(0) - ((this.x(1) - this.x(0)) > 4 ? 1 : 0));
    accesses.forEach(([, address, site], index) => {
      const box = this.box(address, sites[site].size);
      context.fillStyle = colour(sites[site].store ? 'store' : 'load');
      context.fillRect(this.x(view.from + index), box.top, width, box.height);
    });
  }

  box(address, size) {
    const low = this.y(this.place(address));
    const high = this.y(this.place(address + size));
    const height = Math.max(2.5, low - high);
    return { top: (low + high) / 2 - height / 2, height };
  }

  region(address) {
    const regions = this.process.regions;
    let found = regions[0];
    for (const region of regions) {
      if (region.start <= address) {
        found = region;
      }
    }
    return found;
  }

  place(address) {
    const region = this.region(address);
    const share = (address - region.start) / (region.end - region.start);
    return region.from + Math.max(0, Math.min(share, 1)) * (region.to - region.from);
  }

  address(place) {
    let region = this.process.regions[0];
    for (const one of this.process.regions) {
      if (one.from <= place) {
        region = one;
      }
    }
    const share = Math.max(0, Math.min(1, (place - region.from) / (region.to - region.from)));
    return { region, address: Math.floor(region.start + share * (region.end - region.start)) };
  }

  describe() {
    const { from, to, low, high } = this.view;
    const bottom = this.address(low).address;
    const top = this.address(high).address;
    const pixels = this.pixels;
    const how = !pixels ? 'Loading' : pixels.source === 'trace'
      ? (pixels.accesses ? 'every access, from the trace' : 'exact, from the trace')
      : `${exact(pixels.accessesPerColumn)} accesses by ${bytes(pixels.blockBytes)}, recorded`;
    this.status.textContent = `Accesses ${exact(from)} to ${exact(to)} (${count(to - from)}), addresses ${hex(bottom)} to ${hex(top)}. ${how}`;
  }

  // --- What is under the mouse -----------------------------------------------------------------

  hover(event, x, y) {
    this.leave();
    if (x < LEFT || y > this.height) {
      tip('');
      return;
    }
    const time = Math.floor(this.timeAt(x));
    const { region, address } = this.address(this.placeAt(y));
    const single = this.single(time, y);
    if (single) {
      tip(single, event.clientX, event.clientY);
      return;
    }
    const name = this.nameAt(this.placeAt(y), time) || region.name;
    const base = `access ${exact(time)}, ${hex(address)}${name ? ' in ' + name : ''}`;
    tip(base, event.clientX, event.clientY);
    if (!exported()) {
      this.asking = setTimeout(() => this.ask(event, x, y, base), 180);
    }
  }

  /** The mouse is elsewhere: what was asked for it is not shown any more. */
  leave() {
    clearTimeout(this.asking);
    this.asking = undefined;
  }

  /** What says most of what is at a place of memory, then. */
  nameAt(place, time) {
    const found = this.process.parts.filter((part) => part.from <= place && place <= part.to && isThere(part, time, time + 1));
    return found.sort((a, b) => (saysMore(a, b) ? -1 : 1))[0]?.name;
  }

  /** Heap blocks and stacks, which are known once the server went through the trace. */
  async fetchPlaces() {
    try {
      const { parts } = await load(`${runPath(this.id)}/places?process=${this.number}`);
      this.process = { ...this.process, parts: [...parts, ...this.process.parts] };
      this.canvas.dataset.places = parts.length;
      if (parts.length > 0 && !exported()) {
        this.fetch(); // accesses now have the names of their blocks
      }
      this.paint();
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  /** What the access under the mouse is, where accesses are drawn one by one. */
  single(time, y) {
    const pixels = this.pixels;
    const at = pixels?.accesses?.[time - pixels?.view.from];
    if (!at || !this.singles()) {
      return null;
    }
    const [thread, address, number] = at;
    const site = pixels.sites[number];
    const box = this.box(address, site.size);
    if (y < box.top - 4 || y > box.top + box.height + 4) {
      return null;
    }
    const where = site.file ? `${baseName(site.file)}:${site.line}` : 'no source line';
    const named = at[3] || this.nameAt(this.place(address), time) || this.region(address).name;
    return `${site.store ? 'store' : 'load'} of ${site.size} B at ${hex(address)}, access ${exact(time)}\n` +
      `${site.function} (${where})\n` + (named ? named + '\n' : '') + `thread ${thread}`;
  }

  /** Names the next access in view, or the one before, for those without a mouse. */
  step(direction) {
    const pixels = this.pixels;
    if (!pixels?.accesses || !this.singles()) {
      this.status.textContent = 'Zoom in on time (>) until accesses are drawn one by one.';
      return;
    }
    const { from, to } = this.view;
    for (let time = this.cursor + direction || (direction > 0 ? from : to - 1); time >= from && time < to; time += direction) {
      const [, address, number] = pixels.accesses[time - pixels.view.from];
      const box = this.box(address, pixels.sites[number].size);
      if (box.top >= 0 && box.top < this.height) {
        const frame = this.canvas.getBoundingClientRect();
        this.cursor = time;
        tip(this.single(time, box.top), frame.left + this.x(time), frame.top + box.top);
        return;
      }
    }
  }

  /** Asks who made the accesses near the mouse. */
  async ask(event, x, y, base) {
    this.places ??= this.fetchPlaces();
    const first = Math.max(0, Math.round(this.timeAt(x - 2)));
    const end = Math.min(this.whole.to, Math.max(first + 1, Math.round(this.timeAt(x + 2))));
    const bottom = Math.max(0, this.placeAt(y + 3));
    const top = Math.min(1, this.placeAt(y - 3));
    const asking = this.asking;
    try {
      const { sites, stretch } = await load(`${runPath(this.id)}/at?process=${this.number}&from=${first}&to=${end}&low=${bottom}&high=${top}`);
      // Meanwhile the mouse may be elsewhere, or the tab another one.
      if (sites.length > 0 && asking === this.asking && this.canvas.isConnected) {
        const lines = sites.map((site) =>
          `${count(site.loads + site.stores)} ${site.stores === 0 ? 'loads' : site.loads === 0 ? 'stores' : 'accesses'}: ` +
          site.function + (site.file ? ` (${baseName(site.file)}:${site.line})` : '') + (site.object ? `, ${site.object}` : ''));
        tip([base, ...lines, stretch].filter(Boolean).join('\n'), event.clientX, event.clientY);
      }
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  // --- Tables of a selection --------------------------------------------------------------------

  narrowTables() {
    if (!exported()) {
      location.hash = tablesOf(this.id, { ...this.view, process: this.number });
    }
  }

  // --- Saving -----------------------------------------------------------------------------------

  name() {
    return `${this.id}-addresses-${this.view.from}-${this.view.to}`;
  }

  savePng() {
    this.canvas.toBlob((blob) => save(this.name() + '.png', 'image/png', blob));
  }

  saveSvg() {
    const picture = new VectorContext(this.width + LEFT, this.height + BOTTOM);
    this.paintOn(picture);
    save(this.name() + '.svg', 'image/svg+xml', picture.text());
  }

  saveCsv() {
    const pixels = this.pixels;
    if (pixels?.accesses) {
      const rows = pixels.accesses.map(([thread, address, site], index) => {
        const { store, size, function: name, file, line } = pixels.sites[site];
        return [pixels.view.from + index, thread, store ? 'store' : 'load', hex(address), size, name, file, line];
      });
      save(this.name() + '.csv', 'text/csv', csv([['access', 'thread', 'kind', 'address', 'bytes', 'function', 'file', 'line'], ...rows]));
    } else if (pixels) {
      const rows = [['first access', 'address', 'loads', 'stores']];
      const { view, columns } = pixels;
      for (let i = 0; i < pixels.loads.length; i++) {
        if (pixels.loads[i] + pixels.stores[i] > 0) {
          const place = view.low + (view.high - view.low) * Math.floor(i / columns) / pixels.rows;
          rows.push([Math.round(view.from + (view.to - view.from) * (i % columns) / columns), hex(this.address(place).address), pixels.loads[i], pixels.stores[i]]);
        }
      }
      save(this.name() + '.csv', 'text/csv', csv(rows));
    }
  }
}
