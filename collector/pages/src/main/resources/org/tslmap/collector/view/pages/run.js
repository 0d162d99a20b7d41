// One run: its head, and a tab for each way to look at it.

import { el } from './dom.js';
import { load, runPath } from './data.js';
import { link } from './route.js';
import { bytes, commandLine, count, exact, score } from './format.js';
import { keptNarrowing, loadNarrowed, narrowedNote, pictureOf } from './narrow.js';
import { keptAll } from './groups.js';
import { searchBox } from './search.js';
import { hotspotsTab } from './hotspots.js';
import { flameTab } from './flame.js';
import { treemapTab } from './treemap.js';
import { ranksTab } from './ranks.js';
import { aboutView, capital, granularitiesOf, measures, shown, tables } from './catalog.js';
import { linesTab, tableTab } from './tables.js';
import { plotsTab } from './plots.js';
import { pictureTab } from './picture.js';

const tabs = () => [
  ['hotspots', 'Hotspots', hotspotsTab],
  ['summary', 'Summary', (run) => ofReport(run, 'summary', summaryTab)],
  ['addresses', 'Addresses over time', pictureTab],
  ['flame', 'Flame graph', flameTab],
  ['treemap', 'Treemap', treemapTab],
  ['plots', 'Plots', (run) => ofReport(run, 'plots', plotsTab)],
  ...tables().map((one) => [one.name, one.title, one.name === 'lines' ? linesTab : (run) => tableTab(run, one)]),
];

const RANKS = ['ranks', 'Ranks', ranksTab];

/** The page of a run with one of its tabs. */
export async function runPage(id, tab) {
  const report = await load(runPath(id) + '/report');
  const all = report.ranks ? [...tabs(), RANKS] : tabs();
  const entry = all.find(([name]) => name === tab);
  if (!entry) {
    throw new Error('This run has no tab of that name: ' + tab);
  }
  document.title = `${id} - tslmap`;
  // What is narrowed or folded now goes along to the next tab.
  const address = (name) => (name === 'addresses' ? pictureOf(id) : link(['run', id, name], { ...keptNarrowing(), ...keptAll() }));
  const bar = el('div', { class: 'tabs', role: 'tablist', keydown: moveTab }, all.map(([name, title]) =>
    el('a', {
      href: address(name), click: (event) => { event.currentTarget.href = address(name); }, role: 'tab', 'aria-selected': String(name === tab),
      tabindex: name === tab ? 0 : -1,
    }, title)));
  const content = await entry[2]({ id, report });
  return [
    el('div', { class: 'head' }, el('h1', { title: commandLine(report.command) }, commandLine(report.command)), searchBox(id)),
    el('div', { class: 'quiet small' }, id, ' · ', parameters(report.parameters)),
    problem(report),
    sampled(report),
    bar,
    el('section', { role: 'tabpanel', 'aria-label': entry[1] }, content),
  ];
}

/** What is shown of a report: that of the rectangle which the address names, if it names one. */
async function ofReport({ id }, tab, show) {
  const report = await loadNarrowed(id, 'report');
  return [narrowedNote(id, tab, report), report.narrowed?.how === 'none' ? [] : await show({ id, report })].flat();
}

function moveTab(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = [...event.currentTarget.children];
  const at = all.indexOf(document.activeElement);
  if (step && at >= 0) {
    const next = all[(at + step + all.length) % all.length];
    next.focus();
    next.click();
    event.preventDefault();
  }
}

function parameters(given) {
  const page = given.page ? `page ${given.page} B, ` : '';
  return `word ${given.word} B, line ${given.line} B, ${page}window ${given.window}, imax ${given.imax}, ` +
    `N 2^${Math.log2(given.N)}, one history per ${given.history}`;
}

function problem(report) {
  return report.complete
    ? ''
    : el('p', { class: 'warning' }, 'This measurement is incomplete: ' + report.incompleteReason);
}

function sampled({ sampling }) {
  return sampling?.share
    ? el('p', { class: 'note' }, `Sampled: ${sampling.share}. Totals are exact; scores and misses are estimates, and so is ` +
        'what data objects and call paths have of the totals. Tables say how far they may be off (±).')
    : '';
}

/** How far a score of sampled accesses may be off: half of its 95 % interval. */
function half(scores, { key }) {
  const interval = scores[key + 'Interval'];
  return interval ? ` ±${score(Math.max(interval[1] - scores[key], scores[key] - interval[0]))}` : '';
}

function fact(label, value, share, second, { about, better } = {}) {
  const scale = el('i', { class: second ? 'second' : '' });
  scale.style.width = 100 * (share ?? 0) + '%';
  const good = { higher: 'higher is better', lower: 'lower is better' }[better];
  return el('div', { class: 'fact', title: about }, el('div', { class: 'label' }, label), el('div', { class: 'value' }, value),
      share === undefined ? '' : el('div', { class: 'scale' }, scale), good ? el('div', { class: 'quiet small' }, good) : '');
}

async function summaryTab({ id, report }) {
  const { totals, parameters: sizes } = report;
  const sides = granularitiesOf([report]);
  const [finest] = sides;
  const few = (detail) => measures(detail).filter((measure) => report[finest][measure.key] !== undefined);
  // Not how the program reached its collector, which is another one each time.
  const options = (report.options ?? []).filter((option) => !/^--tsl-(out|connect)=/.test(option));
  const ofEach = (text) => sides.map((side) => `${text(report[side])} ${side}s`).join(', ');
  return [
    el('div', { class: 'facts' },
        sides.flatMap((side) => few(side === finest ? 'table' : 'brief').filter(({ key }) => key !== 'footprint').map((measure) => {
          const value = report[side][measure.key];
          const name = side === finest ? `${capital(measure.heading)}, ${measure.name}` : measure.heading;
          return fact(`${name} of ${side}s`, shown(measure, value) + half(report[side], measure), measure.unit === 'places' ? undefined : value, measure.key !== 'tl', { about: `${capital(measure.name)}: ${measure.about}.`, better: measure.better });
        })),
        fact('Accesses', count(totals.accesses), undefined, false, { about: `${exact(totals.loads)} loads and ${exact(totals.stores)} stores` }),
        fact('Footprint', bytes(report[finest].footprint * sizes[finest]), undefined, false, { about: `All ${finest}s that were accessed, each counted once` })),
    el('dl', { class: 'details' },
        detail('Command', el('span', { class: 'mono' }, report.command.join(' '))),
        detail('Scores', aboutView(report.view)),
        totals.counted ? detail('Counted, not scored', `${exact(totals.counted)} accesses` + (totals.estimated
          ? `; scores of ${exact(totals.estimated)} of these are estimated from what was recorded of the same functions` : '')) : '',
        report.sampling?.pausedAccesses ? detail('Counted in pauses',
            `${exact(report.sampling.pausedAccesses)} accesses; memory that was touched only meanwhile is not in the footprint`) : '',
        detail('Loads and stores', `${exact(totals.loads)} loads, ${exact(totals.stores)} stores`),
        detail('Stored in the trace', exact(totals.storedAccesses)),
        detail('Footprint', ofEach((scores) => exact(scores.footprint))),
        few('data').filter((measure) => measure.detail === 'data').flatMap((measure) =>
          detail(capital(measure.heading), ofEach((scores) => shown(measure, scores[measure.key]) + ' of'))),
        detail('End', end(report)),
        options.length > 0 ? detail('Options', options.join(' ')) : []),
  ];
}

function detail(name, value) {
  return [el('dt', {}, name), el('dd', {}, value)];
}

function end(report) {
  if (report.signal) {
    return report.signal > 0 ? `signal ${report.signal} ended the program` : 'a signal ended the program';
  }
  return report.exitStatus === null ? 'not seen, or it became another program' : `exited with status ${report.exitStatus}`;
}
