/**
 * The {@code tslmap} command line. Other modules add commands through {@link SubcommandProvider}.
 */
package org.tslmap.collector.cli;
