/** What a program's accesses would be if its data lay at other places. */
package org.tslmap.collector.remedies;
