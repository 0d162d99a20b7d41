/** How often which memory was accessed when, at several resolutions, kept beside a run's trace. */
package org.tslmap.collector.density;
