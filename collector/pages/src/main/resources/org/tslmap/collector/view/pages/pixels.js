// A view of the picture of addresses over time: loads and stores for each pixel, where they come
// from, and how they are coloured.

import { load, loadBytes, runPath } from './data.js';
import { colour } from './theme.js';

const FAINTEST = 0.3;

/** A view as an image, one pixel for each of its own. */
export function coloured({ loads, stores, columns, rows }) {
  const image = new ImageData(columns, rows);
  const hues = ['load', 'store', 'both'].map((name) => rgb(colour(name)));
  let most = 0;
  for (let i = 0; i < loads.length; i++) {
    most = Math.max(most, loads[i] + stores[i]);
  }
  const scale = Math.log1p(most) || 1;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const from = row * columns + column;
      const sum = loads[from] + stores[from];
      if (sum > 0) {
        const hue = hues[stores[from] === 0 ? 0 : loads[from] === 0 ? 1 : 2];
        const to = 4 * ((rows - 1 - row) * columns + column);
        image.data[to] = hue[0];
        image.data[to + 1] = hue[1];
        image.data[to + 2] = hue[2];
        image.data[to + 3] = 255 * (FAINTEST + (1 - FAINTEST) * Math.log1p(sum) / scale);
      }
    }
  }
  const canvas = new OffscreenCanvas(columns, rows);
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

/** What the server knows of a view. */
export async function serverPixels(address, signal) {
  const { buffer } = await loadBytes(address, signal);
  return pixelsOf(buffer);
}

/** What the server sent: some JSON, then pixels. */
export function pixelsOf(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const pixels = new Float32Array(buffer, 4 + length);
  return { ...head, loads: pixels.subarray(0, pixels.length / 2), stores: pixels.subarray(pixels.length / 2) };
}

/** The same from what an exported page brings along: one level of the picture. */
export async function exportedPixels(id, number, view) {
  const level = await load(`${runPath(id)}/level-${number}`);
  const { from, to, low, high, columns, rows } = view;
  const loads = new Float32Array(columns * rows);
  const stores = new Float32Array(columns * rows);
  const ends = level.rows.map(([bottom, top]) => {
    const first = Math.floor((bottom - low) / (high - low) * rows);
    const last = Math.floor((top - low) / (high - low) * rows);
    return last < 0 || first >= rows ? null : [Math.max(0, first), Math.min(rows - 1, last)];
  });
  const scale = columns / (to - from);
  let at = 0;
  for (let column = 0; column < level.columns; column++) {
    const left = Math.floor((column * level.accessesPerColumn - from) * scale);
    const right = Math.max(left + 1, Math.ceil(((column + 1) * level.accessesPerColumn - from) * scale));
    for (let cells = level.cells[at++]; cells > 0; cells--) {
      const row = ends[level.cells[at++]];
      const loaded = level.cells[at++];
      const stored = level.cells[at++];
      if (row && right > 0 && left < columns) {
        const pixels = (right - left) * (row[1] - row[0] + 1);
        for (let y = row[0]; y <= row[1]; y++) {
          for (let x = Math.max(0, left); x < right && x < columns; x++) {
            loads[y * columns + x] += loaded / pixels;
            stores[y * columns + x] += stored / pixels;
          }
        }
      }
    }
  }
  return { source: 'tiles', accessesPerColumn: level.accessesPerColumn, blockBytes: level.blockBytes, loads, stores };
}

function rgb(text) {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}
