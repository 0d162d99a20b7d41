/** {@code tslmap bench}: what measuring costs. */
package org.tslmap.collector.cli.bench;
