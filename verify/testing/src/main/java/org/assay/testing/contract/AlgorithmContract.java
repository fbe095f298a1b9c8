package org.assay.testing.contract;

import java.util.Random;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.testing.assertion.AuditAssert;
import org.assay.testing.assertion.Claims;
import org.assay.testing.assertion.Domain;
import org.assay.testing.assertion.MechanismAssertions;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;

/**
 * JUnit tests to inherit, for an algorithm that returns an event with every release. They check
 * that the event is the same for neighbours, and that an audit cannot refute what the accountant
 * certifies for the event. They also check that the audit notices a planted mistake, and that runs
 * are reproducible.
 *
 * @param <D> the kind of dataset
 */
public interface AlgorithmContract<D> {
  /**
   * Runs the algorithm once.
   *
   * @param dataset the data
   * @param random the only source of randomness
   * @return the release and the event
   * @throws Exception a failure, which is an outcome of an audit like any other
   */
  AlgorithmRun run(D dataset, RandomGenerator random) throws Exception;

  /**
   * The algorithm with a mistake: less noise, no clipping, a wrong count.
   *
   * @return the broken twin, which violates what the accountant certifies for the event
   */
  Mechanism<D> brokenTwin();

  /**
   * Neighbours to run on.
   *
   * @return datasets that the event is about, under its relation
   */
  Domain<D> domain();

  /**
   * Further settings of the audits.
   *
   * @param audit an assertion with the usual settings
   * @return the assertion to use
   */
  default AuditAssert<D> configure(AuditAssert<D> audit) {
    return audit;
  }

  /**
   * The event must not tell neighbours apart: it is published with the release.
   *
   * @throws Exception if a run fails
   */
  @Test
  default void eventIsTheSameForNeighbours() throws Exception {
    for (AdjacentPair<D> pair : Repetition.pairs(domain())) {
      DpEvent left = run(pair.left(), new Random(1)).event();
      DpEvent right = run(pair.right(), new Random(2)).event();
      if (!left.equals(right)) {
        throw new AssertionError(
            String.format(
                "the event betrays the data: %s and %s on the datasets of '%s'",
                left.describe(), right.describe(), pair.description()));
      }
    }
  }

  /**
   * The release keeps the Rényi bounds that the accountant certifies for the event.
   *
   * @throws Exception if a run fails
   */
  @Test
  default void releaseKeepsWhatTheEventSpends() throws Exception {
    audited(this::release, "the algorithm").satisfies(Claims.spentBy(event()));
  }

  /**
   * An audit with the same settings refutes the broken twin.
   *
   * @throws Exception if a run fails
   */
  @Test
  default void brokenTwinIsRefuted() throws Exception {
    audited(brokenTwin(), "the broken twin").doesNotSatisfy(Claims.spentBy(event()));
  }

  /** Runs with the same dataset and generator give the same result. */
  @Test
  default void runsAreReproducible() {
    Repetition.requireSameOutcomes(this::release, domain());
  }

  private Outcome release(D dataset, RandomGenerator random) throws Exception {
    return run(dataset, random).release();
  }

  private DpEvent event() throws Exception {
    return run(Repetition.pairs(domain()).get(0).left(), new Random(1)).event();
  }

  private AuditAssert<D> audited(Mechanism<D> mechanism, String name) {
    return configure(
        MechanismAssertions.assertThatMechanism(mechanism).as(name).onAdjacentPairsOf(domain()));
  }

  /**
   * One run of an algorithm that reports its event.
   *
   * @param release what an observer sees
   * @param event the event that the run reports
   */
  record AlgorithmRun(Outcome release, DpEvent event) {}
}
