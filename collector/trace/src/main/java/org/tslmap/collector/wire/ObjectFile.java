package org.tslmap.collector.wire;

/**
 * A file code was loaded from. A file loaded again elsewhere is another one.
 *
 * @param id its number, handed out in ascending order from 0
 * @param bias address of its code in memory less that in the file, 0 when it is not position
 *     independent
 * @param path path of the program or shared object, empty for code that belongs to no file
 */
public record ObjectFile(int id, long bias, String path) implements Frame {}
