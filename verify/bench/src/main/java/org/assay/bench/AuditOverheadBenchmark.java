package org.assay.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What an audit costs besides the runs of the mechanism: a correct mechanism that takes about a
 * microsecond, run alone and run by the auditor, equally often and on as many threads. The aim is a
 * ratio of at most 1.5; {@link AuditOverhead} reports it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class AuditOverheadBenchmark {
  private static final double MICROSECOND = 1000;
  private static final int CALIBRATION = 200_000;
  private static final Guarantee CLAIM = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);

  /** How often the mechanism runs. */
  @Param("5000000")
  private int runs;

  /** Threads for the mechanism. */
  @Param({"1", "2"})
  private int threads;

  /** Idle work of a run; 0 to find out how much makes a run last a microsecond. */
  @Param("0")
  private long tokens;

  private final List<AdjacentPair<List<Double>>> pairs =
      List.of(
          ListPairs.addOne(List.of(), 1.0),
          ListPairs.addOne(List.of(0.0), 1.0),
          ListPairs.addOne(List.of(1.0, 1.0), 1.0),
          ListPairs.addOne(List.of(1.0, 1.0), 0.0));

  private long seed;
  private ExecutorService pool = Executors.newCachedThreadPool();

  /** Finds out how much idle work makes a run last a microsecond on this machine, unless told. */
  @Setup(Level.Trial)
  public void calibrate() {
    if (tokens == 0) {
      tokens = calibratedTokens();
    }
    System.out.printf("%d tokens, %.0f ns a run%n", tokens, nanosecondsPerRun());
  }

  /** What makes a run last a microsecond; also leaves it as the idle work of this benchmark. */
  long calibratedTokens() {
    long guess = 100;
    for (int round = 0; round < 5; round++) {
      tokens = guess;
      double nanoseconds = nanosecondsPerRun();
      guess = Math.max(1, Math.round(guess * MICROSECOND / nanoseconds));
    }
    tokens = guess;
    return guess;
  }

  /** Ends the threads. */
  @TearDown(Level.Trial)
  public void close() {
    pool.shutdownNow();
  }

  private double nanosecondsPerRun() {
    RandomGenerator random = new SplittableRandom(1);
    double sum = 0;
    long started = System.nanoTime();
    for (int i = 0; i < CALIBRATION; i++) {
      sum += release(pairs.get(0).left(), random);
    }
    long elapsed = System.nanoTime() - started;
    if (Double.isNaN(sum)) {
      throw new IllegalStateException("a release was not a number");
    }
    return elapsed / (double) CALIBRATION;
  }

  /** Two-sided geometric noise keeps the claim exactly; the rest is idle work. */
  private double release(List<Double> records, RandomGenerator random) {
    Blackhole.consumeCPU(tokens);
    return records.size() + geometric(random) - geometric(random);
  }

  private static double geometric(RandomGenerator random) {
    return Math.floor(random.nextExponential());
  }

  /**
   * The runs alone, with one generator a thread.
   *
   * @param hole for the outcomes
   * @throws InterruptedException if interrupted
   * @throws ExecutionException if a run failed
   */
  @Benchmark
  public void bare(Blackhole hole) throws InterruptedException, ExecutionException {
    Mechanism<List<Double>> mechanism = Mechanism.ofScalar(this::release);
    List<Future<Outcome>> parts = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int share = runs / threads;
      SplittableRandom random = new SplittableRandom(seed++);
      parts.add(pool.submit(() -> run(mechanism, share, random, hole)));
    }
    for (Future<Outcome> part : parts) {
      hole.consume(part.get());
    }
  }

  private Outcome run(
      Mechanism<List<Double>> mechanism, int count, SplittableRandom random, Blackhole hole)
      throws Exception {
    Outcome last = Outcome.of(0);
    for (int i = 0; i < count; i++) {
      AdjacentPair<List<Double>> pair = pairs.get(i % pairs.size());
      last = mechanism.run(random.nextBoolean() ? pair.left() : pair.right(), random);
      hole.consume(last);
    }
    return last;
  }

  /**
   * An audit of as many runs.
   *
   * @return the report
   */
  @Benchmark
  public AuditReport audited() {
    AuditReport report =
        Auditor.of(CLAIM)
            .seed(seed++)
            .threads(threads)
            .maximumRuns(runs)
            .audit(Mechanism.ofScalar(this::release), pairs);
    if (report.verdict() == Verdict.INCONCLUSIVE || report.runs() < runs) {
      throw new IllegalStateException("the audit ended early: " + report.reason());
    }
    return report;
  }
}
