/** {@code tslmap apex}: the machine's performance surface, and programs on it. */
package org.tslmap.collector.cli.apex;
