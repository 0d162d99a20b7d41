// Making elements of a page. Text only ever becomes text: nothing here reads HTML, so that whatever
// a program calls its functions and files shows as it is.

/** An element with attributes (functions become listeners) and children (text or elements). */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      node.addEventListener(name, value);
    } else if (value === true) {
      node.setAttribute(name, '');
    } else if (value !== false && value !== undefined && value !== null) {
      node.setAttribute(name, value);
    }
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
}

/** The same for pictures in SVG. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      node.addEventListener(name, value);
    } else if (value !== undefined && value !== null) {
      node.setAttribute(name, value);
    }
  }
  node.append(...children.flat());
  return node;
}

/** Shows a small text near a place of the window; hides it without text. */
export function tip(text, x = 0, y = 0) {
  const node = document.getElementById('tip');
  node.hidden = !text;
  if (text) {
    node.textContent = text;
    const box = node.getBoundingClientRect();
    node.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 6)) + 'px';
    node.style.top = (y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18) + 'px';
  }
}

/** Gives a text or bytes to the user as a file. */
export function save(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = el('a', { href: url, download: name.replace(/[^A-Za-z0-9._-]+/g, '_') });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Rows as comma-separated values. */
export function csv(rows) {
  const cell = (value) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  };
  return rows.map((row) => row.map(cell).join(',')).join('\n') + '\n';
}
