/** The listening socket: connections, frames cut out of their bytes, and flow control. */
package org.tslmap.collector.server;
