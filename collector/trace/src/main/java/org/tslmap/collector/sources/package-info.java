/** Source files of the programs that were measured: which of them may be read, and run's copies. */
package org.tslmap.collector.sources;
