/** Which functions of a program to record, so that recording it keeps to a budget. */
package org.tslmap.collector.refine;
