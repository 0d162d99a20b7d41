/** Runs judged against a baseline that is kept beside the sources. */
package org.tslmap.collector.gate;
