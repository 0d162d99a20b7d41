/** The NAS Parallel Benchmarks: which there are, and how they are built. */
package org.tslmap.npb;
