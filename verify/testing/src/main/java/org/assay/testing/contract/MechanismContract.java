package org.assay.testing.contract;

import org.assay.accountant.privacy.Guarantee;
import org.assay.testing.assertion.AuditAssert;
import org.assay.testing.assertion.Domain;
import org.assay.testing.assertion.MechanismAssertions;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Test;

/**
 * JUnit tests to inherit, for a private mechanism. They check that an audit cannot refute the
 * claim, and that it can refute the same mechanism with a planted mistake. They also check that
 * runs depend only on the dataset and the generator. The broken twin shows that the audit has
 * power: otherwise its silence would mean nothing.
 *
 * <pre>{@code
 * class CountTest implements MechanismContract<List<Double>> {
 *   public Guarantee claim() { return new Guarantee.Pure(1, ADD_OR_REMOVE); }
 *   public Mechanism<List<Double>> mechanism() { return count(1); }
 *   public Mechanism<List<Double>> brokenTwin() { return count(0.5); }
 *   public Domain<List<Double>> domain() { return Domain.numbersBetween(0, 1, ADD_OR_REMOVE); }
 * }
 * }</pre>
 *
 * <p>The audits spend the error probability of the suite, like all audits.
 *
 * @param <D> the kind of dataset
 */
public interface MechanismContract<D> {
  /**
   * The claim under test.
   *
   * @return the claim, under the relation of the domain
   */
  Guarantee claim();

  /**
   * The mechanism of the claim.
   *
   * @return the mechanism
   */
  Mechanism<D> mechanism();

  /**
   * The mechanism with a mistake that breaks the claim.
   *
   * @return the twin
   */
  Mechanism<D> brokenTwin();

  /**
   * Neighbours to audit on.
   *
   * @return datasets that the claim is about
   */
  Domain<D> domain();

  /**
   * Further settings of the audits, for example {@code audit.runs(100_000).significantBits(24)}.
   *
   * @param audit an assertion with the usual settings
   * @return the assertion to use
   */
  default AuditAssert<D> configure(AuditAssert<D> audit) {
    return audit;
  }

  /** The claim survives the audit. */
  @Test
  default void claimIsNotRefuted() {
    configure(
            MechanismAssertions.assertThatMechanism(mechanism())
                .as("the mechanism")
                .onAdjacentPairsOf(domain()))
        .satisfies(claim());
  }

  /** An audit with the same settings refutes the broken twin. */
  @Test
  default void brokenTwinIsRefuted() {
    configure(
            MechanismAssertions.assertThatMechanism(brokenTwin())
                .as("the broken twin")
                .onAdjacentPairsOf(domain()))
        .doesNotSatisfy(claim());
  }

  /**
   * Runs with the same dataset and generator give the same result. Override the method with a test
   * of your own for a mechanism that must draw randomness from elsewhere; its audits cannot be
   * repeated exactly.
   */
  @Test
  default void runsAreReproducible() {
    Repetition.requireSameOutcomes(mechanism(), domain());
  }
}
