/** Names of functions, data and phases as users give them. */
package org.tslmap.collector.names;
