/** Other places for the bytes of data, as remedies for bad locality arrange them. */
package org.tslmap.locality.layout;
