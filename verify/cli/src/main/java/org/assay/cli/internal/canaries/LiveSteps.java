package org.assay.cli.internal.canaries;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.cli.internal.input.BoundedLines;
import org.assay.cli.internal.input.BoundedLines.Line;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.Console;
import org.assay.verify.training.InRunAudit;
import org.assay.verify.training.InRunReport;

/**
 * Tosses the coin of each step of a training that is under way, and reads what the step showed: a
 * line {@code {"step": 1, "included": true}} is answered by {@code {"projection": 0.5}}. Ends when
 * the claim is refuted or the answers end.
 */
final class LiveSteps {
  private static final String PLACE = "standard input, line ";
  private static final String PROJECTION = "projection";

  /** Far more than any answer needs. */
  private static final int LONGEST_LINE = 1 << 20;

  private final Console console;

  LiveSteps(Console console) {
    this.console = console;
  }

  InRunReport audit(InRunAudit audit) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8))) {
      BoundedLines answers = new BoundedLines(in, LONGEST_LINE);
      int step = 0;
      while (!audit.isRefuted()) {
        step++;
        ask(step, audit.nextCoin());
        Optional<Line> answer = answers.next();
        if (answer.isEmpty()) {
          break;
        }
        audit.observe(projection(answer.get(), PLACE + step));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return audit.report();
  }

  private void ask(int step, boolean coin) {
    console.print("{\"step\":" + step + ",\"included\":" + coin + "}\n");
  }

  private static double projection(Line answer, String place) {
    if (answer.cut()) {
      throw new InputException(place + ": is longer than " + LONGEST_LINE + " characters");
    }
    Map<String, List<Cell>> object = JsonLine.read(answer.text(), place);
    List<Cell> cells = object.getOrDefault(PROJECTION, List.of());
    if (object.size() != 1 || cells.size() != 1) {
      throw new InputException(place + ": must have the key projection only, with one number");
    }
    return cells.get(0).number();
  }
}
