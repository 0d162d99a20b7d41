// What is measured and which tables there are: the program's own lists, from which the pages take
// columns, headings and notes.

import { load } from './data.js';
import { count, percent, score } from './format.js';

const DETAILS = ['brief', 'table', 'data'];
const UNITS = {
  score: { kind: 'score', text: score }, share: { kind: 'share', text: percent }, places: { kind: 'count', text: count },
};
const BETTER = { higher: ' Higher is better.', lower: ' Lower is better.', neither: '' };

const VIEWS = {
  'in context': 'In context: each access is compared with all that came before it.',
  isolated: 'Isolated: only the selected accesses formed the stream.',
  partial: 'Partial: some accesses were only counted, or made while recording was off. The others are scored without them. Where a function was recorded for a while and then counted, scores of its counted accesses are estimated.',
};

const known = {};

/** Asks for the lists; they must be there before anything else here is called. */
export async function loadCatalog() {
  Object.assign(known, await load('catalog'));
}

/** Whether there is a page of surfaces. */
export function hasSurfaces() {
  return known.surfaces;
}

/** All tables: { name, title, of (whether it can be of a name), needs (whether it must be) }. */
export function tables() {
  return known.tables;
}

/** The keys of kinds of instructions, as rows have them. */
export function instructionKinds() {
  return known.instructions;
}

/** The measures that an output of this detail has: 'brief', 'table' (more) or 'data' (all). */
export function measures(detail) {
  return known.measures.filter((measure) => DETAILS.indexOf(measure.detail) <= DETAILS.indexOf(detail));
}

/** The measure of a key; of one for each cache, such as miss32K or conflict32K:8, too. */
export function measureOf(key) {
  const [, family, size] = /^(.*?)((?:tlb)?\d[\d.]*[KMGT]?(?::\d+)?)?$/.exec(key);
  const found = known.measures.find((measure) => measure.key === family);
  return found && size ? { ...found, key, heading: `${found.heading} ${size}` } : found;
}

/** The granularities at which any of these reports or rows has scores, the finest first. */
export function granularitiesOf(all) {
  return known.granularities.filter((side) => all.some((one) => one?.[side]));
}

/** A value as people read it; null where accesses were only counted. */
export function shown(measure, value) {
  return value === null ? 'not known' : UNITS[measure.unit].text(value);
}

/** What the scores of a run are about: the first word is the report's own. */
export function aboutView(view) {
  return VIEWS[view];
}

/** With a capital letter. */
export function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** A measure as a table shows it, without its value: { title, kind, about, better }. */
export function shownAs(measure) {
  return {
    title: capital(measure.heading), kind: UNITS[measure.unit].kind, better: measure.better,
    about: `${capital(measure.name)}: ${measure.about}.${BETTER[measure.better]}`,
  };
}

/** A table's column of a measure at a granularity; value gives what has scores of a row. */
export function scoreColumn(measure, side, value = (row) => row) {
  const column = shownAs(measure);
  const suffix = side === known.granularities[0] ? '' : ` ${side}`;
  return {
    ...column, key: `${side}-${measure.key}`, title: column.title + suffix, about: `Of ${side}s. ${column.about}`,
    value: (row) => value(row)?.[side]?.[measure.key],
  };
}

/** The columns of scores that rows have: at the finest granularity more than at the others. */
export function scoreColumns(rows) {
  return granularitiesOf(rows).flatMap((side, index) => measures(index === 0 ? 'table' : 'brief')
      .filter((measure) => rows.some((row) => row[side]?.[measure.key] !== undefined))
      .map((measure) => scoreColumn(measure, side)));
}
