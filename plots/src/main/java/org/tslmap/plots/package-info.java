/** Pictures of runs, drawn with XChart into PNG files. */
package org.tslmap.plots;
