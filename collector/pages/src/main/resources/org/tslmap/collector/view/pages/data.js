// Where data comes from: the server, or what an exported page brings along.

const kept = new Map();

// Tables by their addresses.
const tables = new Map();

// Who waits for the data of which script of an exported page.
const waiting = new Map();

/** Whether these pages were exported, so that there is no server to ask. */
export function exported() {
  return globalThis.tslmapExport !== undefined;
}

/** The data at an address below /api/, such as 'runs'. Asked for once as long as it is kept. */
export async function load(address, { fresh = false } = {}) {
  if (!fresh && kept.has(address)) {
    return kept.get(address);
  }
  const promise = exported() ? brought(address) : ask(address).then((answer) => answer.json());
  kept.set(address, promise);
  promise.catch(() => kept.delete(address));
  return promise;
}

/**
 * Processes of a run that have a picture of addresses over time; or, without them, the share that is
 * counted of the trace.
 */
export async function loadPictures(id) {
  const address = runPath(id) + '/pictures';
  const found = await load(address);
  if (!found.processes) {
    kept.delete(address);
  }
  return found;
}

/**
 * A table of a run: its first rows, and with all() the whole table once the rest is there, too.
 *
 * of: what it is about, if it is about one thing
 */
export async function loadTable(id, name, of = '') {
  const address = `${runPath(id)}/table/${name}`;
  const about = of ? `of=${encodeURIComponent(of)}` : '';
  if (exported()) {
    const data = await load(address + (about && '?' + about));
    return { ...data, all: async () => data };
  }
  const key = `${address} ${about}`;
  if (!tables.has(key)) {
    const promise = firstPart((part) => ask(`${address}?part=${part}${about && '&' + about}`).then((answer) => answer.json()));
    tables.set(key, promise);
    promise.catch(() => tables.delete(key));
  }
  return tables.get(key);
}

async function firstPart(part) {
  const first = await part(0);
  const isWhole = ({ row }) => row === 'whole';
  let whole;
  const others = async () => {
    const rows = first.rows.filter((row) => !isWhole(row));
    for (let at = 1; at < first.parts; at++) {
      rows.push(...(await part(at)).rows);
    }
    return { ...first, parts: 1, rows: [...rows, ...first.rows.filter(isWhole)] };
  };
  return { ...first, all() {
    whole ??= others();
    whole.catch(() => { whole = undefined; });
    return whole;
  } };
}

/** Bytes at an address below /api/. */
export async function loadBytes(address, signal) {
  const answer = await ask(address, signal);
  return { buffer: await answer.arrayBuffer(), headers: answer.headers };
}

async function ask(address, signal) {
  const answer = await fetch('api/' + address, { signal });
  if (!answer.ok) {
    throw new Error((await answer.text()).trim());
  }
  return answer;
}

/** What an exported page brings along: a script that hands over its data, read the first time. */
async function brought(address) {
  const { files } = globalThis.tslmapExport;
  if (!Object.hasOwn(files, address)) {
    throw new Error('Exported pages do not hold this; start tslmap view with the run to see it.');
  }
  const text = await new Promise((done, failed) => {
    waiting.set(address, done);
    globalThis.tslmapExport.take = (of, given) => waiting.get(of)?.(given);
    const script = document.createElement('script');
    script.src = files[address];
    script.onerror = () => failed(new Error(`The file ${files[address]} of these pages is missing or cannot be read; export them again.`));
    document.head.append(script);
  });
  waiting.delete(address);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

/** The part of an address that names a run. */
export function runPath(id) {
  return 'runs/' + encodeURIComponent(id);
}
