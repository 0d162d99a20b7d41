/** What to look at first in a run, on one page. */
package org.tslmap.collector.advice;
