package org.tslmap.collector.hotspots;

import org.tslmap.locality.layout.Remedy;
import org.tslmap.locality.profile.ProcessIdentity;

/**
 * A remedy that can be tried on a stored trace.
 *
 * @param process the process whose trace it is
 * @param remedy what is changed
 */
public record Trial(ProcessIdentity process, Remedy remedy) {}
