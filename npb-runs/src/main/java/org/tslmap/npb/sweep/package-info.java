/** Many programs, each run as it is, under Valgrind alone, and measured. */
package org.tslmap.npb.sweep;
