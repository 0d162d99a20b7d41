// Data objects as areas: the larger, the more of the accesses, misses or estimated time are theirs.

import { el } from './dom.js';
import { telling } from './chart.js';
import { keptAll, grouped, showsAll, foldSwitch } from './groups.js';
import { keep, link, route } from './route.js';
import { loadNarrowed, narrowedNote } from './narrow.js';
import { bytes, exact, percent, quantity } from './format.js';

const LEAST = 4; // square pixels that are drawn
const MOST = 2_000; // areas; smaller ones are one
const NAMED = 46; // pixels of width and
const LINE = 17; // of height that a name needs
const HUES = { heap: 'blue', static: 'green', 'stack variable': 'vermilion', stack: 'orange', 'thread-local': 'purple', mapped: 'sky' };

/** The tab of the treemap. */
export async function treemapTab({ id }) {
  const { metrics, objects, narrowed } = await loadNarrowed(id, 'areas');
  const note = narrowedNote(id, 'treemap', { narrowed });
  if (!objects || objects.length === 0) {
    return [note, narrowed ? '' : el('p', { class: 'message' }, 'Accesses were not attributed to data.')];
  }
  const rows = objects.map(({ own, ...row }) => ({ row: 'item', own, accesses: own[0], ...row }));
  const given = metrics.findIndex(({ key }) => key === route().parameters.get('metric'));
  const choice = el('select', { change: () => {
    keep({ metric: choice.selectedIndex === 0 ? '' : choice.value });
    draw();
  } }, metrics.map(({ key, about }, index) => el('option', { value: key, selected: index === Math.max(0, given) }, about)));
  const map = el('div', { class: 'treemap', role: 'list', 'aria-label': 'Data objects' });
  const draw = () => {
    if (map.clientWidth === 0) {
      return;
    }
    const at = choice.selectedIndex;
    const metric = metrics[at];
    const value = (row) => (row.parts ? row.parts.reduce((sum, { own }) => sum + own[at], 0) : row.own[at]);
    const all = largest((showsAll() ? rows : grouped(rows)).map((row) => ({ row, value: value(row) }))
        .filter((one) => one.value > 0).sort((a, b) => b.value - a.value));
    const whole = all.reduce((sum, one) => sum + one.value, 0);
    map.replaceChildren(...(whole === 0 ? [el('p', { class: 'message' }, `There are no ${metric.about}.`)]
      : squarified(all, whole, map.clientWidth, map.clientHeight).filter(({ width, height }) => width * height >= LEAST).map((box) => area(id, box, whole, metric))));
  };
  new ResizeObserver(draw).observe(map);
  return [note,
    el('div', { class: 'bar' }, el('label', {}, 'Area: ', choice), foldSwitch(draw),
        Object.entries(HUES).filter(([kind]) => rows.some((row) => row.class === kind))
            .map(([kind, hue]) => el('span', { class: 'legend' }, el('i', { class: `hue-${hue}` }), kind))),
    map];
}

/** Areas, largest first, of which small ones behind many others are one. */
function largest(all) {
  if (all.length <= MOST) {
    return all;
  }
  const small = all.slice(MOST - 1);
  const parts = small.map(({ row }) => row);
  const others = { row: { name: `${exact(small.length)} smaller ones`, parts }, value: small.reduce((sum, one) => sum + one.value, 0) };
  return [...all.slice(0, MOST - 1), others].sort((a, b) => b.value - a.value);
}

function area(id, { row, value, x, y, width, height }, whole, metric) {
  const share = percent(value / whole);
  const lines = width >= NAMED ? Math.floor((height - 2) / LINE) : 0;
  const name = el('div', { class: 'areaname' }, row.name);
  name.style.webkitLineClamp = Math.max(1, lines - 1);
  const text = [`${row.name} ${share}`, row.class, row.bytes ? bytes(row.bytes) : '', `${quantity(metric, value)} ${metric.about}`].filter(Boolean).join('\n');
  const node = telling(el('a', {
    class: `area hue-${HUES[row.class] ?? 'black'}`, href: link(['run', id, 'data'], row.parts ? {} : { filter: row.name, ...keptAll() }),
  }, lines > 0 ? name : '', lines > 1 ? el('div', {}, share) : ''), text);
  Object.assign(node.style, { left: x + 'px', top: y + 'px', width: Math.max(1, width - 1) + 'px', height: Math.max(1, height - 1) + 'px' });
  return el('div', { role: 'listitem' }, node);
}

/**
 * Rectangles that are as square as they can be: Bruls, Huizing and van Wijk, "Squarified Treemaps", 2000.
 * Each row is filled along the shorter side as long as its worst rectangle becomes better.
 */
export function squarified(all, whole, width, height) {
  const scale = width * height / whole;
  const boxes = [];
  let room = { x: 0, y: 0, width, height };
  let rest = all;
  while (rest.length > 0) {
    const side = Math.min(room.width, room.height);
    let taken = 1;
    let sum = rest[0].value * scale;
    const worst = (first, last, total) => Math.max(side * side * first / (total * total), total * total / (side * side * last));
    const first = rest[0].value * scale;
    while (taken < rest.length) {
      const last = rest[taken - 1].value * scale;
      const next = rest[taken].value * scale;
      if (worst(first, next, sum + next) > worst(first, last, sum)) {
        break;
      }
      sum += next;
      taken++;
    }
    const deep = side > 0 ? sum / side : 0;
    const wide = room.width >= room.height;
    let at = 0;
    for (const one of rest.slice(0, taken)) {
      const long = deep > 0 ? one.value * scale / deep : 0;
      boxes.push({ ...one, ...(wide ? { x: room.x, y: room.y + at, width: deep, height: long } : { x: room.x + at, y: room.y, width: long, height: deep }) });
      at += long;
    }
    room = wide ? { ...room, x: room.x + deep, width: room.width - deep } : { ...room, y: room.y + deep, height: room.height - deep };
    rest = rest.slice(taken);
  }
  return boxes;
}
