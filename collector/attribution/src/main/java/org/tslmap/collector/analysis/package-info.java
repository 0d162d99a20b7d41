/** What looks at a program's accesses: scores, sharing, time, addresses over time. */
package org.tslmap.collector.analysis;
