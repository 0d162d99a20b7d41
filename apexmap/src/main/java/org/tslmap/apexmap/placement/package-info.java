/**
 * Where an access pattern lies on the Apex-Map plane: the locality that the probe's power law has
 * by calculation, and the points of the plane that have the locality of a profile.
 */
package org.tslmap.apexmap.placement;
