package org.assay.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.assay.verify.replay.Finding;
import org.assay.verify.replay.GrayBoxItem;
import org.assay.verify.replay.ReplayReport;

/**
 * The time that recording and replaying took to find a mistake that needs no statistics.
 *
 * @param id the entry of the catalogue; its code draws noise by recorded primitives here
 * @param findings what the first check showed, in words
 * @param first milliseconds of the first check, loading of classes included
 * @param median milliseconds of the median one of further checks
 */
record ReplayScore(String id, List<String> findings, double first, double median) {
  private static final double TARGET_MILLISECONDS = 50;
  private static final int CHECKS = 51;
  private static final double NANOSECONDS = 1e6;

  ReplayScore {
    findings = List.copyOf(findings);
  }

  /** Checks every item of which the name matches. */
  static List<ReplayScore> measure(Pattern entries) {
    List<ReplayScore> scores = new ArrayList<>();
    for (GrayBoxItem<?> item : GrayBoxItem.all()) {
      if (entries.matcher(item.id()).matches()) {
        scores.add(of(item));
      }
    }
    return List.copyOf(scores);
  }

  private static ReplayScore of(GrayBoxItem<?> item) {
    try {
      long started = System.nanoTime();
      ReplayReport report = item.check(0);
      double first = (System.nanoTime() - started) / NANOSECONDS;
      double[] times = new double[CHECKS];
      for (int seed = 0; seed < CHECKS; seed++) {
        long begun = System.nanoTime();
        item.check(seed);
        times[seed] = (System.nanoTime() - begun) / NANOSECONDS;
      }
      Arrays.sort(times);
      List<String> findings = report.findings().stream().map(Finding::describe).toList();
      return new ReplayScore(item.id(), findings, first, times[CHECKS / 2]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(item.id() + " was interrupted", e);
    }
  }

  boolean isMet() {
    return !findings.isEmpty() && median <= TARGET_MILLISECONDS;
  }
}
