package org.assay.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Auditor;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** What the tests audit. */
final class Mechanisms {
  static final List<AdjacentPair<Double>> PAIRS =
      List.of(
          AdjacentPair.of("one", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE).withCanaryDirection(1),
          AdjacentPair.of("nothing", 0.0, 0.0, AdjacencyRelation.REPLACE_ONE));

  private Mechanisms() {}

  static Auditor auditor(double mu) {
    return Auditor.of(new Guarantee.Gaussian(mu, AdjacencyRelation.REPLACE_ONE))
        .seed(3)
        .maximumRuns(3000)
        .untilBudgetEnds();
  }

  /** 1-GDP: a Gaussian seen as numbers, a word or a failure. */
  static Outcome noisy(Double data, RandomGenerator random) {
    double value = data + random.nextGaussian();
    if (value > 3) {
      throw new IllegalStateException("too much");
    }
    return value < -2 ? Outcome.of("too little") : Outcome.of(value, Math.exp(value));
  }

  static Mechanism<Double> gaussian() {
    return (Mechanism<Double> & Serializable) Mechanisms::noisy;
  }

  /** As {@link #gaussian}, and slow. */
  record Slow(long millis) implements Mechanism<Double>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Outcome run(Double data, RandomGenerator random) throws InterruptedException {
      Thread.sleep(millis);
      return noisy(data, random);
    }
  }

  /** How many accidents happened. */
  static long accidents(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  /** How a run on a cluster goes wrong. */
  enum Accident {
    /** An error that is no outcome fails the task. */
    TASK,
    /** The end of the process takes the executor with it. */
    EXECUTOR
  }

  /**
   * As {@link #gaussian}, but some run on the cluster, after others of its task, dies for its
   * outcome: a large one, which is the kind of loss that would bias an audit.
   *
   * @param times how often accidents happen, on all machines together
   * @param directory counts them
   */
  record Accidental(Accident accident, int times, String directory)
      implements Mechanism<Double>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Outcome run(Double data, RandomGenerator random) throws IOException {
      Outcome outcome = noisy(data, random);
      if (TaskContext.get() != null && isLarge(outcome) && isTime()) {
        if (accident == Accident.EXECUTOR) {
          Runtime.getRuntime().halt(137);
        }
        throw new OutOfMemoryError("made by a test");
      }
      return outcome;
    }

    private static boolean isLarge(Outcome outcome) {
      return outcome instanceof Outcome.Vector vector && vector.at(0) > 1.5;
    }

    private boolean isTime() throws IOException {
      for (int i = 0; i < times; i++) {
        try {
          Files.createFile(Path.of(directory, "accident-" + i));
          return true;
        } catch (FileAlreadyExistsException e) {
          // This one has happened.
        }
      }
      return false;
    }
  }
}
