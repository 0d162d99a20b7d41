/** What came of a sweep, as tables and pictures. */
package org.tslmap.npb.table;
