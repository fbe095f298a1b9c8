package org.assay.verify.external;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads a program's standard error to its end, so that the program never blocks, and keeps the last
 * part.
 */
final class ErrorOutput {
  /** Characters that are kept. */
  private static final int KEPT = 2000;

  private final StringBuilder text = new StringBuilder();
  private final Thread thread;

  ErrorOutput(InputStream in) {
    thread = new Thread(() -> drain(in), "assay-program-errors");
    thread.setDaemon(true);
    thread.start();
  }

  private void drain(InputStream in) {
    byte[] buffer = new byte[4096];
    try {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        keep(new String(buffer, 0, count, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      keep("");
    }
  }

  private void keep(String more) {
    synchronized (text) {
      text.append(more);
      text.delete(0, Math.max(0, text.length() - KEPT));
    }
  }

  /** The last lines, when the program has ended and all its output has arrived. */
  String tail() throws InterruptedException {
    thread.join(500);
    synchronized (text) {
      return text.toString().strip();
    }
  }
}
