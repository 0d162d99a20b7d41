// Where data comes from: the server, or what an exported page brings along.

const kept = new Map();

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

async function brought(address) {
  const data = globalThis.tslmapExport[address];
  if (data === undefined) {
    throw new Error('Exported pages do not hold this; start tslmap view with the run to see it.');
  }
  return data;
}

/** The part of an address that names a run. */
export function runPath(id) {
  return 'runs/' + encodeURIComponent(id);
}
