// The pages: which one an address stands for.

import { el, tip } from './dom.js';
import { hasSurfaces, loadCatalog } from './catalog.js';
import { exported, load } from './data.js';
import { link, route } from './route.js';
import { startTheme } from './theme.js';
import { runsPage } from './runs.js';
import { runPage } from './run.js';
import { comparePage } from './compare.js';
import { livePage } from './live.js';

let shown = 0;

async function show() {
  const turn = ++shown;
  const page = document.getElementById('page');
  const { path } = route();
  tip('');
  const slow = setTimeout(() => {
    if (turn === shown) {
      page.prepend(el('p', { class: 'loading', role: 'status' }, 'Loading'));
    }
  }, 150);
  try {
    await loadCatalog();
    places(path);
    const content = await pageOf(path);
    if (turn === shown) {
      tip('');
      const focused = focusIn(page);
      page.replaceChildren(...[content].flat());
      focused();
    }
  } catch (error) {
    if (turn === shown) {
      page.replaceChildren(el('p', { class: 'warning', role: 'alert' }, error.message));
    }
  } finally {
    clearTimeout(slow);
  }
}

/**
 * Whoever uses the keyboard goes on where they were: gives what focuses the same control of the next
 * page, or else the page. Nothing is focused if nothing of the page had the focus.
 */
function focusIn(page) {
  const { activeElement: node } = document;
  if (!page.contains(node)) {
    return () => {};
  }
  const role = node.getAttribute('role');
  const name = node.getAttribute('aria-label');
  const same = role === 'tab' ? '[role=tab][aria-selected=true]' : name ? `${node.tagName}[aria-label="${CSS.escape(name)}"]` : null;
  return () => ((same && page.querySelector(same)) || page).focus({ preventScroll: role === 'tab' });
}

function pageOf(path) {
  switch (path[0]) {
    case undefined: return runsPage();
    case 'run': return runPage(path[1], path[2] ?? 'hotspots');
    case 'live': return livePage();
    case 'compare': return comparePage(path[1], path[2]);
    default: throw new Error('There is no such page: ' + path.join('/'));
  }
}

function places(path) {
  const current = path[0] ?? 'runs';
  const place = (name, title, address) =>
    el('a', { href: address, 'aria-current': current === name ? 'page' : undefined }, title);
  document.getElementById('places').replaceChildren(place('runs', 'Runs', '#/'), hasSurfaces() ? place('surfaces', 'Surfaces', 'surface.html') : '');
}

/** Exported pages of one run begin with that run; the list is behind its link. */
async function begin() {
  if (exported() && location.hash === '') {
    const { runs } = await load('runs');
    if (runs.length === 1) {
      history.replaceState(null, '', link(['run', runs[0].id]));
    }
  }
  await show();
}

startTheme();
addEventListener('hashchange', show);
begin();
