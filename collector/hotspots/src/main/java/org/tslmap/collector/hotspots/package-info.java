/** Where accesses earn nothing, what their pattern is, and what helps. */
package org.tslmap.collector.hotspots;
