/** Which functions may be counted instead of recorded, and what that changes. */
package org.tslmap.collector.filtering;
