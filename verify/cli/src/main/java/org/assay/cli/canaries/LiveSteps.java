package org.assay.cli.canaries;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assay.cli.input.InputException;
import org.assay.cli.terminal.Console;
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

  private final Console console;

  LiveSteps(Console console) {
    this.console = console;
  }

  InRunReport audit(InRunAudit audit) {
    try (BufferedReader answers =
        new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8))) {
      int step = 0;
      while (!audit.isRefuted()) {
        step++;
        ask(step, audit.nextCoin());
        String answer = answers.readLine();
        if (answer == null) {
          break;
        }
        audit.observe(projection(answer, PLACE + step));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return audit.report();
  }

  private void ask(int step, boolean coin) {
    console.print("{\"step\":" + step + ",\"included\":" + coin + "}\n");
    console.out().flush();
  }

  private static double projection(String answer, String place) {
    Map<String, List<Cell>> object = JsonLine.read(answer, place);
    List<Cell> cells = object.getOrDefault(PROJECTION, List.of());
    if (object.size() != 1 || cells.size() != 1) {
      throw new InputException(place + ": must have the key projection only, with one number");
    }
    return cells.get(0).number();
  }
}
