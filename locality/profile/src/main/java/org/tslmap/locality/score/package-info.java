/** What is measured of some accesses: the one table of scores, from which all outputs derive. */
package org.tslmap.locality.score;
