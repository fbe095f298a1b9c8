package org.assay.verify.replay;

import java.util.List;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.trial.AdjacentPair;

/**
 * Tests the declarations of a mechanism about its noise. The check records runs on one dataset,
 * replays them on a neighbour with all noise forced to be equal, and compares. Immutable; setters
 * return a new check.
 *
 * <pre>{@code
 * Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
 * ReplayReport report = ReplayCheck.of(claim).seed(7).check(mechanism, pairs);
 * }</pre>
 *
 * <p>A finding is deterministic: it has no error probability, and the seed reproduces it. {@link
 * Finding.Evidence} lists what findings prove. The composition theorem behind a mechanism that
 * passes is stated, with its preconditions, in <code>doc-files/record-and-replay.md</code>.
 */
public final class ReplayCheck {
  /** Default number of recordings: two for each way of recording samples. Not tuned. */
  private static final int DEFAULT_RECORDINGS = 6;

  /** Default relative excess of a declared sensitivity that is tolerated. Not tuned. */
  private static final double DEFAULT_TOLERANCE = 1e-9;

  private final Guarantee claim;
  private final long seed;
  private final int recordings;
  private final double tolerance;

  private ReplayCheck(Guarantee claim, long seed, int recordings, double tolerance) {
    this.claim = claim;
    this.seed = seed;
    this.recordings = recordings;
    this.tolerance = tolerance;
  }

  /**
   * A check with seed 0, 6 recordings for each direction of each pair, and a relative tolerance of
   * 1e-9.
   *
   * @param claim the claim; the pairs must have its relation, and the declared cost is compared
   *     with it
   * @return the check
   */
  public static ReplayCheck of(Guarantee claim) {
    return new ReplayCheck(claim, 0, DEFAULT_RECORDINGS, DEFAULT_TOLERANCE);
  }

  /**
   * Sets the seed of the recorded noise.
   *
   * @param newSeed any number
   * @return the changed check
   */
  public ReplayCheck seed(long newSeed) {
    return new ReplayCheck(claim, newSeed, recordings, tolerance);
  }

  /**
   * Sets the number of recorded runs for each direction of each pair.
   *
   * @param count at least 1; more recordings find faults that only some noise leads to
   * @return the changed check
   */
  public ReplayCheck recordings(int count) {
    Parameters.requireAtLeastOne("recordings", count);
    return new ReplayCheck(claim, seed, count, tolerance);
  }

  /**
   * Sets the tolerated relative excess over a declared sensitivity. Distances are rounded down, so
   * 0 is sound. Queries themselves are rounded, though: the difference of two long sums may exceed
   * the exact sensitivity by some units in the last place.
   *
   * @param relative finite and at least 0
   * @return the changed check
   */
  public ReplayCheck tolerance(double relative) {
    Parameters.requireNonNegative("tolerance", relative);
    return new ReplayCheck(claim, seed, recordings, relative);
  }

  /**
   * Records runs and replays them.
   *
   * @param mechanism the mechanism
   * @param pairs at least one pair, all adjacent under the relation of the claim
   * @param <D> the type of datasets
   * @return the findings
   * @throws IllegalArgumentException if there is no pair, or a pair has another relation
   * @throws InterruptedException if a run was interrupted
   */
  public <D> ReplayReport check(GrayBoxMechanism<D> mechanism, List<AdjacentPair<D>> pairs)
      throws InterruptedException {
    Parameters.requireAtLeastOne("number of pairs", pairs.size());
    pairs.forEach(pair -> claim.adjacency().requireSame(pair.adjacency()));
    ReplaySession<D> session = new ReplaySession<>(mechanism, claim, seed, tolerance);
    for (AdjacentPair<D> pair : pairs) {
      for (int recording = 0; recording < recordings; recording++) {
        session.check(pair, recording);
      }
    }
    return session.report();
  }

  /** The claim and the number of recordings. */
  @Override
  public String toString() {
    return "replays of " + Brief.of(claim.describe()) + ", recordings: " + recordings;
  }
}
