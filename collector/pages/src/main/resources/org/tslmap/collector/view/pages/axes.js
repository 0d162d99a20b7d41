// The axes of the picture of addresses over time: numbers of accesses below, what is where in
// memory at the side.

import { colour } from './theme.js';
import { exact, hex } from './format.js';

/** Room for the axes, in pixels. */
export const LEFT = 156;
export const BOTTOM = 30;

const LINE_HEIGHT = 15;

// From this height on a range of memory may have its name beside it, in pixels.
const LEAST_HEIGHT = 6;

/** Paints both axes of a view with what it needs to place them. */
export function paintAxes(view, context) {
  context.strokeStyle = colour('line');
  context.beginPath();
  context.moveTo(LEFT - 0.5, 0);
  context.lineTo(LEFT - 0.5, view.height + 0.5);
  context.lineTo(LEFT + view.width, view.height + 0.5);
  context.stroke();
  context.font = '12px ' + colour('sans');
  paintTimes(view, context);
  paintAddresses(view, context);
}

function paintTimes(view, context) {
  const { from, to } = view.view;
  const step = roundStep((to - from) / Math.max(2, view.width / 130));
  context.fillStyle = colour('quiet');
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    const x = view.x(time);
    if (x < LEFT + view.width - 40) {
      context.textAlign = x < LEFT + 30 ? 'left' : 'center';
      context.fillRect(x, view.height, 1, 4);
      context.fillText(step >= 1000 && time % 1000 === 0 ? shortCount(time, step) : exact(time), x, view.height + 17);
    }
  }
  context.textAlign = 'right';
  context.fillText('access', LEFT - 8, view.height + 17);
}

/** Names of what is in view where they fit, addresses elsewhere. */
function paintAddresses(view, context) {
  const { from, to, low, high } = view.view;
  const taken = [];
  const names = new Set();
  const label = (text, at, quiet) => {
    const y = Math.max(8, Math.min(at, view.height - 6));
    if (names.has(text)) {
      return; // [heap] and the like are many pieces of one
    }
    if (taken.every((other) => Math.abs(other - y) >= LINE_HEIGHT)) {
      context.fillStyle = colour(quiet ? 'quiet' : 'text');
      context.fillText(fitted(context, text, LEFT - 12), LEFT - 8, y + 4);
      taken.push(y);
      names.add(text);
    }
  };
  for (const part of view.process.parts) {
    const first = Math.max(part.from, low);
    const last = Math.min(part.to, high);
    const bottom = view.y(first);
    const top = view.y(last);
    const seen = part.to > low && part.from < high && bottom - top >= LEAST_HEIGHT && isThere(part, from, to);
    if (seen && !isInside(view, part, (first + last) / 2)) {
      label(placeFirst(part.name), (top + bottom) / 2, false);
    }
  }
  const shown = view.process.regions.filter((region) => region.to > low && region.from < high);
  for (const region of shown) {
    const bottom = view.y(Math.max(region.from, low));
    const top = view.y(Math.min(region.to, high));
    const height = bottom - top;
    context.fillStyle = colour('line');
    context.fillRect(LEFT - 5, bottom, 5, 1);
    if (height > 60 || shown.length === 1) {
      const lines = Math.max(1, Math.floor(height / 70));
      for (let i = 0; i <= lines; i++) {
        const y = bottom - (i + 0.5) * height / (lines + 1);
        label(hex(view.address(view.placeAt(y)).address), y, true);
      }
    } else if (height >= LEAST_HEIGHT) {
      label(largestIn(view, region) || region.name || hex(region.start), (top + bottom) / 2, region.name === '');
    }
  }
}

/** Blocks are best told apart by their variable, or else by where they were allocated: solve.c:12 malloc. */
function placeFirst(name) {
  const [, variable, allocator, place] = /^(?:(.+?) = )?(.+?) in .*\((.*)\)$/.exec(name) ?? [];
  if (variable) {
    return `${variable} ${place}`;
  }
  return place ? `${place} ${allocator}` : name;
}

/** What most of a region is, where the region's own name says little; nothing if nothing is. */
function largestIn(view, region) {
  if (region.name !== '' && !region.name.startsWith('[')) {
    return '';
  }
  const { from, to } = view.view;
  let most;
  for (const part of view.process.parts) {
    const inside = Math.min(part.to, region.to) - Math.max(part.from, region.from);
    if (part.name !== region.name && part.name !== 'anonymous memory' && inside > 0.3 * (region.to - region.from) &&
        isThere(part, from, to) && (!most || inside > most.inside)) {
      most = { inside, name: part.name };
    }
  }
  return most ? placeFirst(most.name) : '';
}

/** Whether something that says more has the place where the name of a part would stand. */
function isInside(view, part, place) {
  const { from, to } = view.view;
  return view.process.parts.some((other) => other.from <= place && place <= other.to &&
    saysMore(other, part) && isThere(other, from, to));
}

/** Whether one name says more than another of a place that both have: memory without a file says least. */
export function saysMore(part, other) {
  const nameless = (one) => one.name === 'anonymous memory';
  return nameless(part) === nameless(other) ? part.to - part.from < other.to - other.from : nameless(other);
}

/** Whether a part of memory was what it is at some time between two accesses. */
export function isThere(part, from, to) {
  return part.first === undefined || part.first < to && part.end > from;
}

function roundStep(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough * 0.999));
}

function shortCount(value, step) {
  const units = [[1e9, ' G'], [1e6, ' M'], [1e3, ' k']];
  const [size, unit] = units.find(([one]) => step >= one / 1000 && value >= one && (value % (one / 1000)) === 0) ?? [1, ''];
  return String(+(value / size).toFixed(3)) + unit;
}

/** The text, shortened to a width. */
function fitted(context, text, width) {
  let shown = text;
  while (shown.length > 4 && context.measureText(shown).width > width) {
    shown = shown.slice(0, -2) + '…';
  }
  return shown;
}
