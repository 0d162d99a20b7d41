/** What was at an address, and where a piece of data was, at which time of a run. */
package org.tslmap.collector.lookup;
