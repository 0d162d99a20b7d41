/** {@code tslmap npb}. */
package org.tslmap.npb.cli;
