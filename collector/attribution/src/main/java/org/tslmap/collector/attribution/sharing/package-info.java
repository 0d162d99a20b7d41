/** What threads have in common: words and lines that pass from one to another. */
package org.tslmap.collector.attribution.sharing;
