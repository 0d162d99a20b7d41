/** Says what ran out, memory or disk or files, and what helps. */
package org.tslmap.collector.shortage;
