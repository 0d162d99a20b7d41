/** Runs as files that other programs open. */
package org.tslmap.collector.export;
