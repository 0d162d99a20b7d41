// What is painted on a canvas, as SVG: lines, rectangles and texts stay what they are, and only
// pictures become pixels.

import { svg } from './dom.js';

/** Takes the calls of a canvas' context that the picture of addresses over time makes. */
export class VectorContext {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.root = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height });
    this.measure = new OffscreenCanvas(1, 1).getContext('2d');
    this.into = this.root;
    this.outer = [];
    this.path = '';
  }

  text() {
    return new XMLSerializer().serializeToString(this.root);
  }

  setTransform() {
    // The picture is in pixels of the page, whatever the screen's are.
  }

  save() {
    this.outer.push(this.into);
  }

  restore() {
    this.into = this.outer.pop();
  }

  beginPath() {
    this.path = '';
  }

  moveTo(x, y) {
    this.path += `M${round(x)} ${round(y)}`;
  }

  lineTo(x, y) {
    this.path += `L${round(x)} ${round(y)}`;
  }

  rect(x, y, width, height) {
    this.path += `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
  }

  clip() {
    const id = 'inside' + this.root.querySelectorAll('clipPath').length;
    const group = svg('g', { 'clip-path': `url(#${id})` });
    this.into.append(svg('clipPath', { id }, svg('path', { d: this.path })), group);
    this.into = group;
  }

  stroke() {
    this.into.append(svg('path', { d: this.path, fill: 'none', stroke: this.strokeStyle }));
  }

  fillRect(x, y, width, height) {
    this.into.append(svg('rect', { x: round(x), y: round(y), width: round(width), height: round(height), fill: this.fillStyle }));
  }

  strokeRect(x, y, width, height) {
    this.into.append(svg('rect', {
      x: round(x), y: round(y), width: round(width), height: round(height), fill: 'none', stroke: this.strokeStyle,
    }));
  }

  measureText(text) {
    this.measure.font = this.font;
    return this.measure.measureText(text);
  }

  fillText(text, x, y) {
    const [, size, family] = /^(\S+) (.*)$/.exec(this.font);
    const anchor = { left: 'start', center: 'middle', right: 'end' }[this.textAlign];
    this.into.append(svg('text', {
      x: round(x), y: round(y), fill: this.fillStyle, 'text-anchor': anchor, 'font-size': size, 'font-family': family,
    }, text));
  }

  drawImage(image, x, y, width, height) {
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    this.into.append(svg('image', {
      x: round(x), y: round(y), width: round(width), height: round(height), preserveAspectRatio: 'none',
      'image-rendering': 'pixelated', href: canvas.toDataURL(),
    }));
  }
}

function round(value) {
  return Math.round(100 * value) / 100;
}
