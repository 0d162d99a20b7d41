// The list of runs.

import { el } from './dom.js';
import { load } from './data.js';
import { link } from './route.js';
import { commandLine, when } from './format.js';
import { scoreColumns } from './catalog.js';
import { table } from './table.js';

const columnsOf = (runs) => [
  { key: 'id', title: 'Run', kind: 'text', link: (run) => (run.unreadable ? undefined : link(['run', run.id])) },
  { key: 'command', title: 'Command', kind: 'name', value: (run) => run.unreadable ?? commandLine(run.command) },
  { key: 'started', title: 'Started', kind: 'text', value: (run) => (run.started ? when(run.started) : '') },
  ...scoreColumns(runs),
  { key: 'accesses', title: 'Accesses', kind: 'count' },
  { key: 'ranks', title: 'Ranks', kind: 'line', about: 'MPI ranks' },
  { key: 'state', title: 'State', kind: 'text', value: (run) => state(run) },
];

function state(run) {
  if (run.unreadable) {
    return 'cannot be read';
  }
  return (run.complete ? 'complete' : 'incomplete') + (run.view === 'in context' ? '' : ', ' + run.view);
}

/** All runs that are served. */
export async function runsPage() {
  document.title = 'Runs - tslmap';
  const { runs } = await load('runs', { fresh: true });
  if (runs.length === 0) {
    return el('p', { class: 'message' }, 'There are no runs here yet. Make one with: tslmap run -- program');
  }
  const chosen = [];
  const compare = el('button', { type: 'button', disabled: true, click: () => {
    location.hash = link(['compare', chosen[0].id, chosen[1].id]);
  } }, 'Compare');
  const hint = el('span', { class: 'quiet small' }, 'Choose two rows to compare them.');
  const choose = (run) => {
    if (run.unreadable || chosen.includes(run)) {
      return;
    }
    chosen.push(run);
    if (chosen.length > 2) {
      chosen.shift();
    }
    compare.disabled = chosen.length < 2;
    hint.textContent = chosen.map((one) => one.id).join('  and  ');
  };
  return [
    el('h1', {}, 'Runs'),
    table(columnsOf(runs), runs, { name: 'runs', sort: '-started', choose, extra: [compare, hint] }),
  ];
}
