/** Which of a program's accesses are meant. */
package org.tslmap.collector.selection;
