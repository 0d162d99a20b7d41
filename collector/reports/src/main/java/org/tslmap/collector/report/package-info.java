/** A profile as text for people, as JSON or CSV for scripts. */
package org.tslmap.collector.report;
