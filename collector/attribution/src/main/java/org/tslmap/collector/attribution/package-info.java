/** Whose an access is: which data object's, and along which path of calls. */
package org.tslmap.collector.attribution;
