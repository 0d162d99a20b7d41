// The order of a table's rows by a column, found ahead while the browser has nothing else to do.

// Rows that are worked on before a look at the clock.
export const AT_ONCE = 2_000;

/** Goes on with work that gives way now and then, as a generator does, while nothing else happens. */
export function whileIdle(work) {
  const go = (deadline) => {
    let done = false;
    while (!done && deadline.timeRemaining() > 1) {
      ({ done } = work.next());
    }
    if (!done) {
      requestIdleCallback(go);
    }
  };
  // Without it, orders are found when they are asked for.
  globalThis.requestIdleCallback?.(go);
}

/** What texts are sorted by: without capital letters, and with numbers as long as any. */
function sortable(text) {
  return text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(20, '0'));
}

/** What a value is sorted by; undefined if it is missing. */
function keyOf(content, isNumber) {
  return content === undefined || content === null ? undefined : isNumber ? Number(content) : sortable(String(content));
}

/** How two keys compare in ascending order; what is missing comes last, also in descending order. */
function compared(a, b, sign) {
  return a === b ? 0 : a === undefined ? 1 : b === undefined ? -1 : a < b ? -sign : sign;
}

/** Different values in ascending order, by merging; gives way now and then. */
function* merged(values) {
  let from = values;
  for (let start = 0; start < from.length; start += AT_ONCE) {
    const part = from.slice(start, start + AT_ONCE).sort((a, b) => compared(a, b, 1));
    part.forEach((one, index) => { from[start + index] = one; });
    yield;
  }
  let to = new Array(from.length);
  for (let size = AT_ONCE; size < from.length; size *= 2) {
    for (let start = 0; start < from.length; start += 2 * size) {
      const middle = Math.min(start + size, from.length);
      const end = Math.min(middle + size, from.length);
      for (let at = start, left = start, right = middle; at < end; at++) {
        to[at] = left < middle && (right >= end || from[left] <= from[right]) ? from[left++] : from[right++];
        if (at % AT_ONCE === 0) {
          yield;
        }
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/**
 * Orders of rows.
 *
 * rows: as they are without an order; value: gives what a row has in a column
 */
export class Orders {
  constructor(rows, value, isNumber) {
    Object.assign(this, { rows, value, isNumber, ranks: new Map(), found: new Map() });
  }

  /** Finds what orders by some columns need; gives way now and then. */
  * prepared(columns) {
    for (const column of columns) {
      yield* this.ranking(column);
    }
  }

  /** All rows by a column; those of one value stay in their order. */
  by(column, sign) {
    const name = `${sign} ${column.key}`;
    if (!this.found.has(name)) {
      this.found.set(name, this.sorted(column, sign));
    }
    return this.found.get(name);
  }

  /** How two rows of any kind compare by a column. */
  comparison(column, sign) {
    const key = (row) => keyOf(this.value(row, column), this.isNumber(column));
    return (one, other) => compared(key(one), key(other), sign);
  }

  sorted(column, sign) {
    const work = this.ranking(column);
    let step = work.next();
    while (!step.done) {
      step = work.next();
    }
    const { ranks, count } = step.value;
    // Counting sort; rank count is that of rows without a value.
    const starts = new Uint32Array(count + 2);
    const place = (rank) => (rank === count || sign > 0 ? rank : count - 1 - rank);
    ranks.forEach((rank) => { starts[place(rank) + 1]++; });
    for (let rank = 1; rank <= count; rank++) {
      starts[rank] += starts[rank - 1];
    }
    const result = new Array(ranks.length);
    for (let index = 0; index < ranks.length; index++) {
      result[starts[place(ranks[index])]++] = this.rows[index];
    }
    return result;
  }

  /** Finds the rank of each row's value among the different ones of a column; gives way now and then. */
  * ranking(column) {
    if (this.ranks.has(column.key)) {
      return this.ranks.get(column.key);
    }
    const { rows } = this;
    const isNumber = this.isNumber(column);
    const contents = new Map();
    const numbers = new Uint32Array(rows.length);
    const keys = [];
    for (let index = 0; index < rows.length; index++) {
      const content = this.value(rows[index], column);
      let number = contents.get(content);
      if (number === undefined) {
        number = keys.length;
        contents.set(content, number);
        keys.push(keyOf(content, isNumber));
      }
      numbers[index] = number;
      if (index % AT_ONCE === 0) {
        yield;
      }
    }
    const order = yield* merged([...new Set(keys)].filter((key) => key !== undefined));
    const rankOf = new Map();
    for (const key of order) {
      rankOf.set(key, rankOf.size);
    }
    const count = order.length;
    const ranks = numbers.map((number) => rankOf.get(keys[number]) ?? count);
    this.ranks.set(column.key, { ranks, count });
    return { ranks, count };
  }
}
