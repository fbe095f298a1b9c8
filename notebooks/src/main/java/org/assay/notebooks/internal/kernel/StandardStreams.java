package org.assay.notebooks.internal.kernel;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Sends standard output and standard error to a notebook until it is closed. */
final class StandardStreams implements AutoCloseable {
  /** Often enough to watch a program's progress, seldom enough to spare the front end. */
  private static final long PERIOD_MILLISECONDS = 200;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final TextStream notebookOut;
  private final TextStream notebookErr;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "standard streams");
            thread.setDaemon(true);
            return thread;
          });

  StandardStreams(Outputs outputs) {
    notebookOut = new TextStream(text -> outputs.stream("stdout", text));
    notebookErr = new TextStream(text -> outputs.stream("stderr", text));
    System.setOut(new PrintStream(notebookOut, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(notebookErr, true, StandardCharsets.UTF_8));
    var unused =
        timer.scheduleWithFixedDelay(
            this::handOn, PERIOD_MILLISECONDS, PERIOD_MILLISECONDS, TimeUnit.MILLISECONDS);
  }

  /** Publishes what has been printed, so that it stands before what is published next. */
  void handOn() {
    notebookOut.handOn();
    notebookErr.handOn();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    System.setOut(out);
    System.setErr(err);
  }

  /** Collects what a program prints and hands it on in pieces, never half a character. */
  static final class TextStream extends OutputStream {
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
}
