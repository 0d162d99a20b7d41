/** The phases of a program: stretches of its time line in which it does the same. */
package org.tslmap.collector.phases;
