/** Files that say which functions are counted instead of recorded: read, applied and written. */
package org.tslmap.locality.filter;
