package org.assay.notebooks.internal.kernel;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Collects what a program prints and hands it on in pieces, never half a character. */
final class TextStream extends OutputStream {
  private static final int CAPACITY = 1 << 14;

  private final Consumer<String> receiver;
  private final ByteBuffer bytes = ByteBuffer.allocate(CAPACITY);
  private final CharBuffer characters = CharBuffer.allocate(CAPACITY);
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);

  TextStream(Consumer<String> receiver) {
    this.receiver = receiver;
  }

  @Override
  public synchronized void write(int b) {
    if (!bytes.hasRemaining()) {
      handOn();
    }
    bytes.put((byte) b);
  }

  @Override
  public synchronized void write(byte[] source, int offset, int length) {
    for (int from = offset; from < offset + length; ) {
      if (!bytes.hasRemaining()) {
        handOn();
      }
      int count = Math.min(bytes.remaining(), offset + length - from);
      bytes.put(source, from, count);
      from += count;
    }
  }

  /** Hands on what has been printed; unlike {@link #flush}, which prints do all the time. */
  synchronized void handOn() {
    bytes.flip();
    decoder.decode(bytes, characters, false);
    bytes.compact();
    characters.flip();
    if (characters.hasRemaining()) {
      receiver.accept(characters.toString());
    }
    characters.clear();
  }
}
