// Two runs side by side.

import { el } from './dom.js';

/** Two runs and what changed from the first to the second. */
export async function comparePage(first, second) {
  return el('p', { class: 'message' }, first + second);
}
