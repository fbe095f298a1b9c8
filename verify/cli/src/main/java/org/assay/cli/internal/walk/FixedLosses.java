package org.assay.cli.internal.walk;

import java.time.Duration;
import java.util.function.Consumer;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RandomWalk;
import org.assay.verify.walk.WalkLowerBound;
import org.assay.verify.walk.WalkSearch;
import org.assay.verify.walk.WalkSearch.WalkProgress;

/** Lower bounds by walks whose losses are the same in every step. */
public final class FixedLosses {
  private FixedLosses() {}

  /**
   * Searches for the strongest walks, in a limited time.
   *
   * @param descent the run
   * @param currency the parameter to bound
   * @param limit time limit of the search
   * @param listener receives the progress of the certification, on another thread
   * @return the bound, or why it was not computed
   */
  public static LowerBound<CertifiedLoss> search(
      Descent descent, Currency currency, Duration limit, Consumer<WalkProgress> listener) {
    RandomWalk centred;
    try {
      centred = RandomWalk.centred(descent.walks());
    } catch (UnsupportedEventException | IllegalArgumentException e) {
      return LowerBound.notComputed(String.valueOf(e.getMessage()));
    }
    return LowerBound.within(limit, found -> improve(centred, currency, listener, found));
  }

  /**
   * Reports better and better bounds: first that of the last step alone, then that of the paper's
   * walk, which is fast and often strong, and then that of the search.
   */
  private static void improve(
      RandomWalk first,
      Currency currency,
      Consumer<WalkProgress> listener,
      Consumer<CertifiedLoss> strongest) {
    CertifiedLoss last = currency.of(WalkLowerBound.ofLastStep(first.settings()));
    strongest.accept(last);
    CertifiedLoss known = larger(last, currency.of(WalkLowerBound.of(first, listener)));
    strongest.accept(known);
    CertifiedLoss found =
        currency.of(WalkSearch.strongest(first.settings(), currency.objective(), listener));
    strongest.accept(larger(known, found));
  }

  private static CertifiedLoss larger(CertifiedLoss known, CertifiedLoss other) {
    return other.value() > known.value() ? other : known;
  }
}
