/** What lies where in a process's memory, and when. */
package org.tslmap.collector.memory;
