package org.tslmap.collector.cli;

/** Forms of tables that are printed. */
public enum Format {
  /** Aligned tables. */
  TEXT,
  /** For spreadsheets. */
  CSV,
  /** For scripts. */
  JSON
}
