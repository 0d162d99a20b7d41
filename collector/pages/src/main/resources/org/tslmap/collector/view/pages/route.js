// Which view an address names: what follows the #, as parts of a path and parameters. Every view
// has an address of its own, so that it can be kept and sent.

/** The present address taken apart. */
export function route() {
  const text = location.hash.replace(/^#\/?/, '');
  const [path, query = ''] = text.split('?', 2);
  return {
    path: path === '' ? [] : path.split('/').map(decodeURIComponent),
    parameters: new URLSearchParams(query),
  };
}

/** The address of a view. */
export function link(path, parameters = {}) {
  const query = new URLSearchParams(
      Object.entries(parameters).filter(([, value]) => value !== '' && value !== undefined && value !== null));
  const text = '#/' + path.map(encodeURIComponent).join('/');
  return query.size > 0 ? text + '?' + query : text;
}

/** Changes parameters of the present address without leaving the view; '' takes one away. */
export function keep(changes) {
  const { path, parameters } = route();
  for (const [name, value] of Object.entries(changes)) {
    if (value === '' || value === undefined || value === null) {
      parameters.delete(name);
    } else {
      parameters.set(name, value);
    }
  }
  history.replaceState(null, '', link(path, Object.fromEntries(parameters)));
}
