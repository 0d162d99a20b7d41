// Numbers as people read them.

const DECIMAL = ['', ' k', ' M', ' G', ' T', ' P'];
const BINARY = [' B', ' KiB', ' MiB', ' GiB', ' TiB', ' PiB'];

function scaled(value, step, units) {
  let rest = value;
  let unit = 0;
  while (rest >= step - 0.5 && unit + 1 < units.length) {
    rest /= step;
    unit++;
  }
  if (unit === 0) {
    return value + units[0];
  }
  return digits(rest) + units[unit];
}

/** Three significant digits of a number below 1000. */
function digits(value) {
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

/** A count with three significant digits and a decimal multiple: 950, 1.25 M. */
export function count(value) {
  return scaled(value, 1000, DECIMAL);
}

/** A size with three significant digits and a binary multiple: 512 B, 1.25 MiB. */
export function bytes(value) {
  return scaled(value, 1024, BINARY);
}

/** A whole number with every digit, in groups of three. */
export function exact(value) {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A score in 0..1. */
export function score(value) {
  return value.toFixed(4);
}

/** A share in per cent; what is not nothing is never shown as zero. */
export function percent(value) {
  const hundred = 100 * value;
  if (hundred === 0) {
    return '0 %';
  }
  if (hundred > 0 && hundred < 0.005) {
    return '< 0.01 %';
  }
  return (Math.abs(hundred) < 0.095 ? hundred.toFixed(2) : hundred.toFixed(1)) + ' %';
}

/** An address. */
export function hex(value) {
  return '0x' + BigInt(value).toString(16);
}

/** The last part of a path. */
export function baseName(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A command with the program's name in place of its path. */
export function commandLine(words) {
  return words.length === 0 ? '' : [baseName(words[0]), ...words.slice(1)].join(' ');
}

/** A point in time, in the user's own zone. */
export function when(iso) {
  const date = new Date(iso);
  const two = (n) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ` +
    `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** A time with three significant digits: 1.25 ms. */
export function seconds(value) {
  const [step, unit] = [[1, 's'], [1e-3, 'ms']].find(([least]) => value >= least) ?? [1e-6, 'us'];
  return `${digits(value / step)} ${unit}`;
}

/** A value of a quantity that adds up, without what it is of. */
export function quantity({ unit }, value) {
  return unit === 'seconds' ? seconds(value) : count(Math.round(value));
}
