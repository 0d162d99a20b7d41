/** Which functions a program has of its own, and which serve it. */
package org.tslmap.collector.origin;
