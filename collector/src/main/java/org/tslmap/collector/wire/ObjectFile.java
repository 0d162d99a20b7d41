package org.tslmap.collector.wire;

/**
 * A file code was loaded from.
 *
 * @param id its number, handed out in ascending order from 0
 * @param path path of the program or shared object, empty for code that belongs to no file
 */
public record ObjectFile(int id, String path) implements Frame {}
