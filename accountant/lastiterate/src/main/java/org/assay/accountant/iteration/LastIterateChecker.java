package org.assay.accountant.iteration;

import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.internal.iteration.allocation.AllocationCertificate;
import org.assay.accountant.internal.iteration.allocation.AllocationChecker;
import org.assay.accountant.internal.iteration.certificate.ClaimVisitor;
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
    return certificate.accept(new Check());
  }

  /** The check of each kind of certificate. */
  private static final class Check implements LastIterateCertificate.Visitor<Guarantee> {
    @Override
    public Guarantee visitSampled(LastIterateCertificate.Sampled sampled) {
      return NoisySgdCertificateChecker.check(sampled.certificate());
    }

    @Override
    public Guarantee visitScheduled(LastIterateCertificate.Scheduled scheduled) {
      requireFit(scheduled.settings(), scheduled.allocation());
      double squaredMu = AllocationChecker.check(scheduled.allocation());
      return scheduled.guarantee().accept(new Proof(scheduled.settings(), squaredMu));
    }
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

  /**
   * The guarantee that a squared mu proves for each kind of claim; refuses a claim that is
   * stronger.
   */
  private static final class Proof extends ClaimVisitor<Guarantee> {
    private final NoisySgd settings;
    private final double squaredMu;

    Proof(NoisySgd settings, double squaredMu) {
      this.settings = settings;
      this.squaredMu = squaredMu;
    }

    @Override
    public Guarantee visitApproximate(Guarantee.Approximate claimed) {
      Guarantee.Approximate proved = nearest(claimed);
      boolean atMost = proved.epsilon() <= claimed.epsilon() && proved.delta() <= claimed.delta();
      return requireAtMost(atMost, proved, claimed);
    }

    /**
     * Converts the claimed epsilon, and the claimed delta if that fails: rounding allows either to
     * have been the given number.
     */
    private Guarantee.Approximate nearest(Guarantee.Approximate claimed) {
      Guarantee.Approximate atEpsilon =
          ScheduledBatches.approximateAt(settings, squaredMu, claimed.epsilon());
      return atEpsilon.delta() <= claimed.delta()
          ? atEpsilon
          : ScheduledBatches.approximate(settings, squaredMu, claimed.delta());
    }

    @Override
    public Guarantee visitRenyi(Guarantee.Renyi claimed) {
      TreeMap<Double, Double> proved = new TreeMap<>();
      boolean atMost = true;
      for (Map.Entry<Double, Double> point : claimed.epsilonByOrder().entrySet()) {
        double order = point.getKey();
        double bound = ScheduledBatches.divergence(squaredMu, order);
        proved.put(order, bound);
        atMost &= bound <= point.getValue();
      }
      return requireAtMost(atMost, new Guarantee.Renyi(proved, settings.adjacency()), claimed);
    }

    private static Guarantee requireAtMost(boolean atMost, Guarantee certified, Guarantee claimed) {
      if (!atMost) {
        throw new IllegalArgumentException(
            "the certificate claims "
                + claimed.describe()
                + ", but its allocation proves only "
                + certified.describe());
      }
      return certified;
    }
  }
}
