/** Pictures of runs: what is drawn of which part of a profile or a stored trace. */
package org.tslmap.collector.pictures;
