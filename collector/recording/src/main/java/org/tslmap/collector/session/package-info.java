/** From one connection, or one stored trace, to one process's profile; runs of many processes. */
package org.tslmap.collector.session;
