/** What was at an address, and where a data object was, at which time of a run. */
package org.tslmap.collector.lookup;
