/**
 * Names of a program's data and code: variables, stack frames, inlined functions and lines out of
 * DWARF and symbol tables, read by elfutils' libdw. Addresses are always <em>link-time</em>
 * addresses of the program or shared object, which are those of a run minus where the file was
 * loaded.
 */
package org.tslmap.collector.debuginfo;
