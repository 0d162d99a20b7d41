package org.tslmap.locality.codec;

import java.nio.LongBuffer;
import java.util.Optional;
import org.tslmap.locality.NativeCode;

/**
 * The native codec's functions, nearly one for one as {@code tsl_codec.h} has them. A packer and an
 * unpacker are numbers.
 */
final class CodecBridge {

  private static final Optional<String> PROBLEM = NativeCode.problem();

  private CodecBridge() {}

  /** Why there is no native codec here; empty when there is one. */
  static Optional<String> problem() {
    return PROBLEM;
  }

  /** 0 when there is no memory. */
  static native long newPacker();

  static native void freePacker(long packer);

  /** False if these are no event words. */
  static native boolean add(long packer, long[] words, int count);

  /** The same from a direct buffer. */
  static native boolean addBuffer(long packer, LongBuffer words, int count);

  static native int words(long packer);

  static native int size(long packer);

  static native byte[] finish(long packer);

  /** 0 when there is no memory. */
  static native long newUnpacker();

  static native void freeUnpacker(long unpacker);

  /** The words that a block stands for; -1 if it is none. */
  static native int load(long unpacker, byte[] block, int size);

  /** How many words came, -1 if the block is damaged. */
  static native int next(long unpacker, long[] words, int wanted);
}
