package org.assay.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs {@link AuditOverheadBenchmark} and divides the audit's time by that of the bare runs. */
public final class AuditOverhead {
  private static final double TARGET = 1.5;

  private AuditOverhead() {}

  /**
   * Prints the ratio for every number of threads; ends with code 1 if one is above the target. The
   * system properties {@code overhead.runs}, {@code overhead.repetitions} and {@code
   * overhead.threads} change how often the mechanism runs, how many times that is measured, and on
   * how many threads (a list with commas).
   *
   * @param args none
   * @throws RunnerException if the measurement fails
   */
  public static void main(String[] args) throws RunnerException {
    Map<String, Double> milliseconds = new TreeMap<>();
    String[] threads = System.getProperty("overhead.threads", "1,2").split(",", -1);
    // Once for all of them: bare and audited runs must do the same work.
    AuditOverheadBenchmark calibration = new AuditOverheadBenchmark();
    String tokens = Long.toString(calibration.calibratedTokens());
    calibration.close();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(AuditOverheadBenchmark.class.getSimpleName())
            .param("runs", System.getProperty("overhead.runs", "5000000"))
            .param("threads", threads)
            .param("tokens", tokens)
            .forks(1)
            .warmupIterations(1)
            .measurementIterations(Integer.getInteger("overhead.repetitions", 3));
    for (RunResult result : new Runner(options.build()).run()) {
      String benchmark = result.getParams().getBenchmark();
      String name = benchmark.substring(benchmark.lastIndexOf('.') + 1);
      String key = name + result.getParams().getParam("threads");
      milliseconds.put(key, result.getPrimaryResult().getScore());
    }
    boolean good = true;
    for (String count : threads) {
      double bare = time(milliseconds, "bare" + count);
      double audited = time(milliseconds, "audited" + count);
      good &= audited <= TARGET * bare;
      System.out.printf(
          Locale.ROOT,
          "threads %s: bare %.0f ms, audited %.0f ms, ratio %.3f, target %.1f%n",
          count,
          bare,
          audited,
          audited / bare,
          TARGET);
    }
    if (!good) {
      System.exit(1);
    }
  }

  private static double time(Map<String, Double> milliseconds, String key) {
    Double time = milliseconds.get(key);
    if (time == null) {
      throw new IllegalStateException("nothing was measured for " + key + ": " + milliseconds);
    }
    return time;
  }
}
