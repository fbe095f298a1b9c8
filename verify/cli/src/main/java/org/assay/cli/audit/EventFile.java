package org.assay.cli.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assay.cli.input.InputException;
import org.assay.cli.terminal.OutputException;
import org.assay.verify.audit.Checkpoint;
import org.assay.verify.report.JsonReport;

/**
 * What happens in an audit, as a file of JSON lines for other programs. Every line has its {@code
 * event} and the {@code seconds} since the file was opened, and has reached the file system when
 * the next thing happens.
 */
final class EventFile implements AutoCloseable {
  /** Between one line about the runs and the next. */
  private static final double PATIENCE_SECONDS = 1;

  private static final double NANOS_PER_SECOND = 1e9;

  private final Path path;
  private final Writer out;
  private final long start = System.nanoTime();
  private double lastProgress = Double.NEGATIVE_INFINITY;

  private EventFile(Path path, Writer out) {
    this.path = path;
    this.out = out;
  }

  /**
   * Makes the file, or empties it.
   *
   * @throws InputException if it cannot be written
   */
  static EventFile open(Path path) {
    try {
      return new EventFile(path, Files.newBufferedWriter(path, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new InputException("--events was " + path + ": it cannot be written: " + e, e);
    }
  }

  /** An event that is about one claim. */
  static ObjectNode about(String event, String claim) {
    return event(event).put("name", claim);
  }

  static ObjectNode event(String event) {
    return JsonNodeFactory.instance.objectNode().put("event", event);
  }

  /** Tells of the runs of a claim, unless it has just done so. */
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
