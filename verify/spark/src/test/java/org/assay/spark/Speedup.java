package org.assay.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialRecipe;

/**
 * How long the same audit takes on several masters. One mechanism computes for some milliseconds,
 * the other waits for as long, as one that asks a service would; the latter shows what Spark's
 * tasks cost where processors are shared with other work.
 *
 * <p>Arguments: runs, repetitions, masters. Prints the fastest repetition of each.
 */
public final class Speedup {
  private static final int WAIT_MILLIS = 4;
  private static final int DRAWS = 200_000;

  private Speedup() {}

  /** Sums squares of Gaussian draws that have no influence on what it says. */
  private record Computing() implements Mechanism<Double>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Outcome run(Double data, RandomGenerator random) {
      double sum = 0;
      for (int i = 0; i < DRAWS; i++) {
        double draw = random.nextGaussian();
        sum += draw * draw;
      }
      return Outcome.of(data + random.nextGaussian() + (sum < 0 ? 1 : 0));
    }
  }

  private record Waiting() implements Mechanism<Double>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Outcome run(Double data, RandomGenerator random) throws InterruptedException {
      Thread.sleep(WAIT_MILLIS);
      return Outcome.of(data + random.nextGaussian());
    }
  }

  /**
   * Measures.
   *
   * @param arguments runs, repetitions, masters
   */
  public static void main(String[] arguments) {
    String classpath = Objects.requireNonNull(System.getProperty("java.class.path"));
    System.setProperty("spark.executor.extraClassPath", classpath);
    long runs = Long.parseLong(arguments[0]);
    int repetitions = Integer.parseInt(arguments[1]);
    Map<String, Mechanism<Double>> mechanisms =
        new TreeMap<>(Map.of("computing", new Computing(), "waiting", new Waiting()));
    for (String master : Arrays.asList(arguments).subList(2, arguments.length)) {
      try (TrialCluster cluster = new SparkProvider().connect(master, words -> {})) {
        mechanisms.forEach(
            (name, mechanism) -> measure(cluster, master, name, mechanism, runs, repetitions));
      }
    }
  }

  private static void measure(
      TrialCluster cluster,
      String master,
      String name,
      Mechanism<Double> mechanism,
      long runs,
      int repetitions) {
    audit(cluster, mechanism, Math.min(500, runs));
    double fastest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < repetitions; i++) {
      long started = System.nanoTime();
      audit(cluster, mechanism, runs);
      fastest = Math.min(fastest, (System.nanoTime() - started) / 1e9);
    }
    System.out.printf(Locale.ROOT, "%-26s %-10s %6d runs %8.2f s%n", master, name, runs, fastest);
  }

  private static void audit(TrialCluster cluster, Mechanism<Double> mechanism, long runs) {
    TrialRecipe<Double> recipe = TrialRecipe.carrying(mechanism, Mechanisms.PAIRS, true);
    Guarantee claim = new Guarantee.Gaussian(2, AdjacencyRelation.REPLACE_ONE);
    Auditor auditor = Auditor.of(claim).maximumRuns(runs).untilBudgetEnds();
    AuditReport report = auditor.elsewhere(cluster, recipe).audit(mechanism, Mechanisms.PAIRS);
    if (report.runs() != runs) {
      throw new IllegalStateException("the audit ended early: " + report.reason());
    }
  }
}
