/** Traces on disk: the compact encoding of event words and the Chronicle Queue that holds it. */
package org.tslmap.collector.store;
