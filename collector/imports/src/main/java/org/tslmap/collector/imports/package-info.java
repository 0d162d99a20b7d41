/**
 * Traces that other tools have recorded: one {@link org.tslmap.collector.imports.TraceFormat} for
 * each kind of file, all of which feed an {@link org.tslmap.collector.imports.AccessStream} and so
 * the same stream that the tool sends.
 */
package org.tslmap.collector.imports;
