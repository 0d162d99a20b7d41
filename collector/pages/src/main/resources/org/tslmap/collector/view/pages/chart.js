// Plots as SVG: axes, ticks, and saving as PNG, SVG or CSV.

import { el, svg, save, csv, tip } from './dom.js';
import { colour } from './theme.js';

const WIDTH = 720;
const HEIGHT = 330;
const LEFT = 76;
const RIGHT = 18;
const SECOND = 58; // room of a second axis
const TOP = 14;
const BOTTOM = 48;

// Properties of the style sheet that a picture needs when it leaves the page.
const STYLE = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'font-size',
  'font-family', 'font-weight', 'text-anchor', 'opacity'];

/** An axis over min..max that gives 0..1; kind is linear or log. */
export function scale(kind, min, max) {
  return kind === 'log'
    ? (value) => (Math.log2(value) - Math.log2(min)) / (Math.log2(max) - Math.log2(min))
    : (value) => (value - min) / (max - min);
}

/** Round values between min and max, about as many as asked for. */
export function ticks(min, max, about = 6) {
  const rough = (max - min) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999);
  const values = [];
  for (let value = Math.ceil(min / step - 1e-9) * step; value <= max + step * 1e-6; value += step) {
    values.push(Math.abs(value) < step * 1e-6 ? 0 : value);
  }
  return values;
}

/**
 * A plot with two axes.
 *
 * x, y: { title, kind, min, max, ticks: [values], format, grid }
 * second: the title of an upright axis at the right, for curves, on the same scale
 * draw: called with a frame { x(value), y(value), add(node), left, right, top, bottom } to fill it
 * data: rows for the CSV, the first being the names of columns
 */
export function chart({ title, name, note, x, y, second, draw, data, height = HEIGHT, left = LEFT, top = TOP, legend = [] }) {
  const right = WIDTH - (second ? SECOND : RIGHT);
  const bottom = height - BOTTOM;
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${height}`, role: 'group', 'aria-label': title });
  const along = scale(x.kind ?? 'linear', x.min, x.max);
  const up = scale(y.kind ?? 'linear', y.min, y.max);
  const frame = {
    left, right, top, bottom,
    x: (value) => left + (right - left) * along(value),
    y: (value) => bottom - (bottom - top) * up(value),
    add: (...nodes) => picture.append(...nodes),
  };
  for (const value of y.ticks ?? ticks(y.min, y.max, 5)) {
    const at = frame.y(value);
    picture.append(
        svg('line', { class: 'grid', x1: left, x2: right, y1: at, y2: at }),
        svg('text', { x: left - 7, y: at + 4, 'text-anchor': 'end' }, (y.format ?? String)(value)));
    if (second) {
      picture.append(svg('text', { x: right + 7, y: at + 4 }, (y.format ?? String)(value)));
    }
  }
  for (const value of x.ticks ?? ticks(x.min, x.max, 7)) {
    const at = frame.x(value);
    picture.append(
        svg('line', { class: 'axis', x1: at, x2: at, y1: bottom, y2: bottom + 4 }),
        svg('text', { x: Math.min(at, WIDTH - 22), y: bottom + 18, 'text-anchor': 'middle' }, (x.format ?? String)(value)));
  }
  draw(frame);
  walked(picture);
  picture.append(
      svg('path', { class: 'axis', d: `M${left} ${top}V${bottom}H${right}` }),
      svg('text', { class: 'title', x: (left + right) / 2, y: height - 8, 'text-anchor': 'middle' }, x.title),
      svg('text', {
        class: 'title', x: 14, y: (top + bottom) / 2, 'text-anchor': 'middle',
        transform: `rotate(-90 14 ${(top + bottom) / 2})`,
      }, y.title));
  if (second) {
    picture.append(svg('path', { class: 'axis', d: `M${right} ${top}V${bottom}` }), svg('text', {
      class: 'title', x: WIDTH - 8, y: (top + bottom) / 2, 'text-anchor': 'middle', transform: `rotate(-90 ${WIDTH - 8} ${(top + bottom) / 2})`,
    }, second));
  }
  return figure({ title, name, note, picture, data, legend });
}

/** A picture with its title and buttons to save it. */
export function figure({ title, name, note, picture, data, legend = [] }) {
  const buttons = [
    el('button', { type: 'button', click: () => savePng(picture, name), 'aria-label': `Save ${title} as PNG` }, 'PNG'),
    el('button', { type: 'button', click: () => saveSvg(picture, name), 'aria-label': `Save ${title} as SVG` }, 'SVG'),
    el('button', { type: 'button', click: () => save(name + '.csv', 'text/csv', csv(data)), 'aria-label': `Save ${title} as CSV` }, 'CSV'),
  ];
  return el('figure', { class: 'plot', 'data-plot': name },
      el('div', { class: 'bar' }, el('h2', {}, title),
          legend.map(([kind, text]) => el('span', { class: 'legend' }, el('i', { class: kind }), text)),
          el('span', { class: 'buttons' }, buttons)),
      picture,
      note ? el('p', { class: 'note' }, note) : '');
}

/** Of the parts that tell something, one is a stop for Tab; the arrow keys, Home and End go from one to the next. */
function walked(picture) {
  const parts = [...picture.querySelectorAll('[tabindex]')];
  parts[0]?.setAttribute('tabindex', '0');
  picture.addEventListener('keydown', (event) => {
    const at = parts.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: parts.length - 1 }[event.key];
    if (at >= 0 && parts[to]) {
      parts[at].setAttribute('tabindex', '-1');
      parts[to].setAttribute('tabindex', '0');
      parts[to].focus();
      event.preventDefault();
    }
  });
}

/** Shows a text while the mouse is over a part of a plot, or it has the keyboard's focus. */
export function telling(node, text) {
  node.setAttribute('aria-label', text.replaceAll('\n', ', '));
  if (node instanceof SVGElement) {
    node.setAttribute('tabindex', '-1'); // until its chart is drawn
  }
  if (!node.hasAttribute('href') && !node.hasAttribute('role')) {
    node.setAttribute('role', 'img');
  }
  node.addEventListener('mousemove', (event) => tip(text, event.clientX, event.clientY));
  node.addEventListener('mouseleave', () => tip(''));
  node.addEventListener('focus', () => {
    const box = node.getBoundingClientRect();
    tip(text, box.right, box.top);
  });
  node.addEventListener('blur', () => tip(''));
  return node;
}

/** The picture with everything written into it that the style sheet says. */
function standalone(picture) {
  const copy = picture.cloneNode(true);
  const from = [picture, ...picture.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((node, index) => {
    const style = getComputedStyle(node);
    for (const property of STYLE) {
      to[index].setAttribute(property, style.getPropertyValue(property));
    }
    to[index].removeAttribute('class');
    to[index].removeAttribute('tabindex');
  });
  const [, , width, height] = picture.getAttribute('viewBox').split(' ');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.prepend(svg('rect', { width, height, fill: colour('ground') }));
  return new XMLSerializer().serializeToString(copy);
}

function saveSvg(picture, name) {
  save(name + '.svg', 'image/svg+xml', standalone(picture));
}

function savePng(picture, name) {
  const image = new Image();
  image.onload = () => {
    const canvas = el('canvas', { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(name + '.png', 'image/png', blob));
  };
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(standalone(picture));
}
