/**
 * What the Valgrind tool sends: frames, the tables they define, and the accesses the event words
 * stand for. The protocol is described in {@code valgrind-tool/PROTOCOL.md}.
 */
package org.tslmap.collector.wire;
