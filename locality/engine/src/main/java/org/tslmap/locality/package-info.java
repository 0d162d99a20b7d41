/**
 * Temporal and spatial locality of a stream of memory accesses: parameters, histograms, scores and
 * the engines that compute them.
 */
package org.tslmap.locality;
