package org.assay.testing.assertion;

import org.assay.verify.trial.Mechanism;

/**
 * The entry point for assertions about mechanisms.
 *
 * <pre>{@code
 * assertThatMechanism(noisySum)
 *     .onAdjacentPairsOf(Domain.numbersBetween(0, 1, REPLACE_ONE))
 *     .satisfies(zcdp(0.5));
 * }</pre>
 */
public final class MechanismAssertions {
  private MechanismAssertions() {}

  /**
   * Begins an assertion.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param <D> the type of datasets
   * @return the assertion, which needs pairs of datasets next
   */
  public static <D> MechanismAssert<D> assertThatMechanism(Mechanism<D> mechanism) {
    return MechanismAssert.of(mechanism);
  }
}
