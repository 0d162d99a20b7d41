// Mouse and keys on the picture of addresses over time.

import { tip } from './dom.js';

/**
 * Lets a picture be zoomed and moved.
 *
 * left: where its canvas begins to show accesses, in pixels
 */
export function listen(view, left) {
  const canvas = view.canvas;
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    const { x, y } = at(event);
    view.drag = { x, y, view: view.view, moving: event.shiftKey || event.button === 1 };
    tip('');
  });
  canvas.addEventListener('pointermove', (event) => {
    const { x, y } = at(event);
    if (!view.drag) {
      view.hover(event, x, y);
      return;
    }
    if (view.drag.moving) {
      const { from, to, low, high } = view.drag.view;
      const time = (view.drag.x - x) / view.width * (to - from);
      const place = (y - view.drag.y) / view.height * (high - low);
      view.show({ from: from + time, to: to + time, low: low + place, high: high + place }, { goesOn: true });
    } else {
      view.selection = { x0: view.drag.x, y0: view.drag.y, x1: x, y1: y };
      view.paint();
    }
  });
  canvas.addEventListener('pointerup', (event) => {
    const drag = view.drag;
    view.drag = null;
    view.selection = null;
    const { x, y } = at(event);
    if (!drag || drag.moving || Math.abs(x - drag.x) + Math.abs(y - drag.y) < 6) {
      view.paint();
      return;
    }
    const { from, to, low, high } = view.view;
    const flat = Math.abs(y - drag.y) < 8;
    const thin = Math.abs(x - drag.x) < 8;
    view.show({
      from: thin ? from : view.timeAt(Math.min(x, drag.x)), to: thin ? to : view.timeAt(Math.max(x, drag.x)),
      low: flat ? low : view.placeAt(Math.max(y, drag.y)), high: flat ? high : view.placeAt(Math.min(y, drag.y)),
    });
  });
  canvas.addEventListener('pointerleave', () => {
    view.leave();
    tip('');
  });
  canvas.addEventListener('dblclick', (event) => {
    const { x, y } = at(event);
    view.zoom(0.25, (x - left) / view.width, 1 - y / view.height);
  });
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const { x, y } = at(event);
    const amount = Math.abs(event.deltaY) > Math.abs(event.deltaX) ? event.deltaY : event.deltaX;
    view.zoom(amount > 0 ? 1.35 : 1 / 1.35, (x - left) / view.width, 1 - y / view.height, !event.altKey, !event.shiftKey);
  }, { passive: false });
  canvas.addEventListener('keydown', (event) => {
    const action = {
      '+': () => view.zoom(0.5), '=': () => view.zoom(0.5), '-': () => view.zoom(2), '0': () => view.show(view.whole),
      ArrowLeft: () => view.move(-0.2, 0), ArrowRight: () => view.move(0.2, 0),
      ArrowUp: () => view.move(0, 0.2), ArrowDown: () => view.move(0, -0.2),
      Backspace: () => view.back(), w: () => view.narrowTables(),
      n: () => view.step(1), p: () => view.step(-1),
      '>': () => view.zoom(0.5, 0.5, 0.5, true, false), '<': () => view.zoom(2, 0.5, 0.5, true, false),
    }[event.key];
    if (action && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      action();
    }
  });
}
