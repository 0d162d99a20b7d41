package org.tslmap.locality.profile;

/**
 * How often a site went on by the same distance in the same data object.
 *
 * @param bytes from the site's last access in the object to the next one, signed
 * @param count how often
 */
public record StrideShare(long bytes, long count) {}
