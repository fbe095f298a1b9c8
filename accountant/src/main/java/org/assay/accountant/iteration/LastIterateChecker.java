package org.assay.accountant.iteration;

import java.util.TreeMap;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.privacy.Guarantee;

/** Checks certificates of {@link LastIterate} by substitution; it searches for nothing. */
public final class LastIterateChecker {
  private LastIterateChecker() {}

  /**
   * Checks a certificate.
   *
   * @param certificate the certificate
   * @return the guarantee that is certified, at least as strong as the claim: at the claimed
   *     orders, or at the claimed epsilon or delta
   * @throws IllegalArgumentException if the certificate does not prove its claim, or is about
   *     another run than its settings describe
   * @throws org.assay.accountant.privacy.UnsupportedEventException if no theorem covers the
   *     settings
   */
  public static Guarantee check(LastIterateCertificate certificate) {
    if (certificate instanceof LastIterateCertificate.Sampled sampled) {
      return NoisySgdCertificateChecker.check(sampled.certificate());
    }
    LastIterateCertificate.Scheduled scheduled = (LastIterateCertificate.Scheduled) certificate;
    requireFit(scheduled.settings(), scheduled.allocation());
    double squaredMu = AllocationChecker.check(scheduled.allocation());
    Guarantee certified = certified(scheduled, squaredMu);
    requireAtMost(certified, scheduled.guarantee());
    return certified;
  }

  private static void requireFit(NoisySgd settings, AllocationCertificate allocation) {
    boolean fits =
        ScheduledBatches.applies(settings)
            && allocation.initialDistance() == 0
            && allocation.diameter() == ScheduledBatches.diameter(settings)
            && allocation.schedule().equals(ScheduledBatches.schedule(settings));
    if (!fits) {
      throw new IllegalArgumentException(
          "the allocation is not about these settings: " + settings.describe());
    }
  }

  private static Guarantee certified(
      LastIterateCertificate.Scheduled certificate, double squaredMu) {
    NoisySgd settings = certificate.settings();
    if (certificate.guarantee() instanceof Guarantee.Approximate claimed) {
      return approximate(settings, squaredMu, claimed);
    }
    if (certificate.guarantee() instanceof Guarantee.Renyi claimed) {
      TreeMap<Double, Double> proved = new TreeMap<>();
      for (double order : claimed.epsilonByOrder().keySet()) {
        Guarantee.Renyi one = (Guarantee.Renyi) ScheduledBatches.renyi(settings, squaredMu, order);
        proved.putAll(one.epsilonByOrder());
      }
      return new Guarantee.Renyi(proved, settings.adjacency());
    }
    throw new IllegalArgumentException(
        "guarantee was "
            + certificate.guarantee().describe()
            + ": it must be a Rényi or an approximate one");
  }

  /** Two numbers of one profile round trip to within rounding only, so either may be the given. */
  private static Guarantee approximate(
      NoisySgd settings, double squaredMu, Guarantee.Approximate claimed) {
    Guarantee.Approximate atEpsilon =
        (Guarantee.Approximate)
            ScheduledBatches.approximateAt(settings, squaredMu, claimed.epsilon());
    return atEpsilon.delta() <= claimed.delta()
        ? atEpsilon
        : ScheduledBatches.approximate(settings, squaredMu, claimed.delta());
  }

  private static void requireAtMost(Guarantee certified, Guarantee claimed) {
    boolean proved =
        certified instanceof Guarantee.Approximate approximate
            ? approximate.epsilon() <= ((Guarantee.Approximate) claimed).epsilon()
                && approximate.delta() <= ((Guarantee.Approximate) claimed).delta()
            : ((Guarantee.Renyi) certified)
                .epsilonByOrder().entrySet().stream()
                    .allMatch(
                        entry ->
                            entry.getValue()
                                <= ((Guarantee.Renyi) claimed)
                                    .epsilonByOrder()
                                    .getOrDefault(entry.getKey(), 0.0));
    if (!proved) {
      throw new IllegalArgumentException(
          "the certificate claims "
              + claimed.describe()
              + ", but its allocation proves only "
              + certified.describe());
    }
  }
}
