/** Event words in few bytes, and back: {@code tsl_codec.h} for Java. */
package org.tslmap.locality.codec;
