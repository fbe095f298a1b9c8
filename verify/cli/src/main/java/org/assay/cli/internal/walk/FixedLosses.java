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
   * @param currency what to bound
   * @param limit how long it may take
   * @param listener hears how far the certification is, on another thread
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
   * The last step alone is known at once; the walk of the paper is soon followed and often strong;
   * the search takes longer.
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
