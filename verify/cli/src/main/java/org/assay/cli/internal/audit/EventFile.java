package org.assay.cli.internal.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.OutputException;
import org.assay.verify.audit.Checkpoint;
import org.assay.verify.report.JsonReport;

/**
 * The events of an audit, as a file of JSON lines for other programs. Every line has its {@code
 * event} and the {@code seconds} since the file was opened, and is in the file system before the
 * next event.
 */
final class EventFile implements AutoCloseable {
  /** Shortest time between two lines about runs, in seconds. Not tuned. */
  private static final double PATIENCE_SECONDS = 1;

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Position of the lock, behind all bytes: lines stay readable on systems whose locks prevent
   * reading.
   */
  private static final long LOCKED = Long.MAX_VALUE - 1;

  private final Path path;
  private final Writer out;
  private final long start = System.nanoTime();
  private double lastProgress = Double.NEGATIVE_INFINITY;

  private EventFile(Path path, Writer out) {
    this.path = path;
    this.out = out;
  }

  /**
   * Creates or empties the file, and locks it for this audit, since two audits would mix their
   * lines. Pipes and terminals are not locked.
   *
   * @throws InputException if it cannot be written, or another audit writes it
   */
  static EventFile open(Path path) {
    try {
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        return new EventFile(path, Files.newBufferedWriter(path, StandardCharsets.UTF_8));
      }
      // The channel does not write, since an interrupted thread would close it.
      FileOutputStream file = new FileOutputStream(path.toFile(), true);
      try {
        hold(path, file.getChannel());
        file.getChannel().truncate(0);
        return new EventFile(
            path, new BufferedWriter(new OutputStreamWriter(file, StandardCharsets.UTF_8)));
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (IOException e) {
      throw new InputException("--events was " + path + ": it cannot be written: " + e, e);
    }
  }

  /** Locks the file. The lock ends when the channel is closed or the process ends. */
  private static void hold(Path path, FileChannel channel) throws IOException {
    try {
      if (channel.tryLock(LOCKED, 1, false) != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // Another audit of this process holds it.
    }
    throw new InputException(
        "--events was " + path + ": another audit writes it; name a file for each");
  }

  /** An event that is about one claim. */
  static ObjectNode about(String event, String claim) {
    return event(event).put("name", claim);
  }

  static ObjectNode event(String event) {
    return JsonNodeFactory.instance.objectNode().put("event", event);
  }

  /** Writes a line about the runs of a claim, unless the last such line is recent. */
  synchronized void progress(String claim, long maximumRuns, Checkpoint checkpoint) {
    double now = seconds();
    if (now - lastProgress >= PATIENCE_SECONDS) {
      lastProgress = now;
      ObjectNode node = about("progress", claim).put("runs", checkpoint.runs());
      node.put("maximumRuns", maximumRuns);
      JsonReport.number(node, "logWealth", checkpoint.logWealth());
      write(node);
    }
  }

  /**
   * Adds a line.
   *
   * @throws OutputException if it cannot be written
   */
  synchronized void write(ObjectNode event) {
    event.put("seconds", Duration.ofNanos(System.nanoTime() - start).toMillis() / 1e3);
    try {
      out.write(JsonReport.line(event));
      out.flush();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private double seconds() {
    return (System.nanoTime() - start) / NANOS_PER_SECOND;
  }

  private OutputException failure(IOException cause) {
    return OutputException.ofFiles(
        "--events was " + path + ": it cannot be written: " + cause, cause);
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw failure(e);
    }
  }
}
