/** From event words to labelled accesses, in C. */
package org.tslmap.locality.pass;
