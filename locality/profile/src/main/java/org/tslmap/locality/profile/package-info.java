/**
 * The result of a measurement: what ran, every histogram by access site, thread and time window,
 * the tables that are sums of them, and the JSON file that holds them.
 */
package org.tslmap.locality.profile;
