package org.assay.bench;

import java.util.concurrent.TimeUnit;
import org.assay.verify.replay.GrayBoxItem;
import org.assay.verify.replay.ReplayReport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Recording and replaying the mistakes of the catalogue that show without statistics, each on all
 * its pairs. The aim is 50 milliseconds each.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ReplayBenchmark {
  @Param({"B09-integer", "B11", "B26", "B28-exception", "B28-nan", "B29"})
  private String item = "B11";

  private long seed;

  /**
   * One check.
   *
   * @return the report
   * @throws InterruptedException if interrupted
   */
  @Benchmark
  public ReplayReport check() throws InterruptedException {
    ReplayReport report = GrayBoxItem.of(item).check(seed++);
    if (report.passed()) {
      throw new IllegalStateException(item + " passed: " + report.describe());
    }
    return report;
  }
}
