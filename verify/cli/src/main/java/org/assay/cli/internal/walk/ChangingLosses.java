package org.assay.cli.internal.walk;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RampLowerBound;
import org.assay.verify.walk.RampLowerBound.RampLoss;
import org.assay.verify.walk.RampSearch;
import org.assay.verify.walk.RampWalk;
import org.assay.verify.walk.WalkSearch.WalkProgress;

/** Lower bounds by walks whose losses change from step to step. */
final class ChangingLosses {
  /** The part of the time for the search; the rest is for following what it finds. */
  private static final double SEARCHING = 0.4;

  private ChangingLosses() {}

  /**
   * Searches for the strongest walks, in a limited time.
   *
   * @param listener hears how far the certification is, on another thread
   */
  static LowerBound<RampLoss> search(
      NoisySgd run, Currency currency, Duration limit, Consumer<WalkProgress> listener) {
    double seconds = SEARCHING * (double) limit.toNanos() / 1e9;
    return LowerBound.within(
        limit, strongest -> improve(run, currency, seconds, listener, strongest));
  }

  /** The larger of two bounds; losses that stay the same are among those that may change. */
  static LowerBound<RampLoss> orFixed(
      LowerBound<RampLoss> changing, LowerBound<CertifiedLoss> fixed) {
    double value = changing.loss().map(RampLoss::value).orElse(0.0);
    Optional<RampLoss> larger = fixed.loss().filter(loss -> loss.value() > value).map(RampLoss::of);
    return larger.map(LowerBound::of).orElse(changing);
  }

  /**
   * Whether what one run loses is known to be lost by a run of more steps with the same settings.
   */
  static boolean holdsFor(RampLoss loss, long steps) {
    return loss.witness().reset() && loss.witness().shortestRun() <= steps;
  }

  private static void improve(
      NoisySgd run,
      Currency currency,
      double seconds,
      Consumer<WalkProgress> listener,
      Consumer<RampLoss> strongest) {
    RampWalk shipped;
    try {
      shipped = RampSearch.shipped(run, currency.objective());
    } catch (UnsupportedEventException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    RampLoss first = currency.of(RampLowerBound.of(shipped, currency.objective(), listener));
    strongest.accept(first);
    RampLoss found =
        currency.of(RampSearch.strongest(run, currency.objective(), seconds, listener));
    if (found.value() > first.value()) {
      strongest.accept(found);
    }
  }
}
