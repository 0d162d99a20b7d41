package org.tslmap.collector.cli.apex;

/** Forms of what is printed. */
enum Format {
  /** Aligned tables. */
  TEXT,
  /** For spreadsheets. */
  CSV,
  /** For scripts. */
  JSON
}
