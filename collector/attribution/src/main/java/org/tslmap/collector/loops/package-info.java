/** Loops of a program's machine code, and which of its access sites are in which. */
package org.tslmap.collector.loops;
