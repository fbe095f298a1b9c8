package org.assay.accountant.internal.composition;

import org.assay.accountant.internal.divergence.AntipodalThreshold;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;

/**
 * The privacy profile of a single sampled Gaussian step in one direction, in closed form.
 *
 * <p>Removing a record: {@code r > e^ε} where {@code u > u*} with {@code e^ε = 1 - q + q e^(u*)},
 * so {@code delta(ε) = q δ_G(u*)}. Adding one: {@code r < e^-ε} where {@code u < u*} with {@code
 * e^-ε = 1 - q + q e^(u*)}, so {@code delta(ε) = q e^(ε + u*) δ_G(-u*)}, and 0 from {@code ε =
 * -log(1-q)} on. Replacing a record in a sample of fixed size: for {@code ε ≥ 0} the profile is
 * that of removing a record. Replacing one in an independent sample: {@code
 * divergence/doc-files/replaced-record.md}. Here δ_G is the profile of the Gaussian mechanism with
 * mu = 1/σ.
 */
final class SampledGaussianStep {
  private SampledGaussianStep() {}

  static Enclosure remove(Enclosure q, Enclosure mu, double epsilon) {
    return gaussian(mu, threshold(q, epsilon)).times(q);
  }

  /** {@code log(1 + (e^ε - 1)/q)}, for large ε without overflow. */
  private static Enclosure threshold(Enclosure q, double epsilon) {
    if (epsilon <= 1) {
      return Enclosure.exact(epsilon).expm1().dividedBy(q).log1p();
    }
    Enclosure factor = Enclosure.ONE.minus(q).times(Enclosure.exact(-epsilon).exp());
    return Enclosure.exact(epsilon).minus(q.log()).plus(factor.negate().log1p());
  }

  static Enclosure add(Enclosure q, Enclosure mu, double epsilon) {
    Enclosure share = Enclosure.exact(-epsilon).expm1().dividedBy(q).plus(1);
    if (share.upper() <= 0) {
      return Enclosure.ZERO;
    }
    if (share.lower() <= 0) {
      Enclosure bound = Enclosure.exact(epsilon).exp().times(q).times(share.upper());
      return Enclosure.of(0, Math.min(1, bound.upper()));
    }
    Enclosure threshold = share.log();
    return gaussian(mu, threshold.negate())
        .times(q)
        .times(threshold.plus(epsilon).exp())
        .min(Enclosure.ONE);
  }

  /**
   * Largest mu whose square cannot overflow; above it delta is close to q for any usual epsilon.
   */
  private static final double LARGEST_MU = 1e150;

  /** {@code q (δ_G(u) + e^(ε-v) δ_G(v))} with u and v = mu z ∓ mu²/2, z where the loss is ε. */
  static Enclosure replace(Enclosure q, Enclosure mu, double epsilon) {
    if (!(mu.upper() <= LARGEST_MU)) {
      return Enclosure.of(0, q.upper());
    }
    Enclosure output = AntipodalThreshold.scaledOutput(q, mu, Enclosure.exact(epsilon));
    Enclosure half = mu.square().times(0.5);
    Enclosure near = anyGaussian(mu, output.minus(half));
    Enclosure v = output.plus(half);
    Enclosure far = gaussian(mu, v).times(Enclosure.exact(epsilon).minus(v).exp());
    return near.plus(far).times(q).min(q);
  }

  /**
   * The Gaussian profile at any epsilon; for negative ones {@code δ(-ε) = 1 - e^-ε + e^-ε δ(ε)}.
   */
  private static Enclosure anyGaussian(Enclosure mu, Enclosure epsilon) {
    return anyGaussian(mu, epsilon.upper()).hull(anyGaussian(mu, epsilon.lower()));
  }

  private static Enclosure anyGaussian(Enclosure mu, double epsilon) {
    if (epsilon >= 0) {
      return gaussian(mu, Enclosure.exact(epsilon));
    }
    Enclosure e = Enclosure.exact(epsilon);
    return gaussian(mu, e.negate()).times(e.exp()).minus(e.expm1());
  }

  /** The profile rises with mu and falls with epsilon. */
  private static Enclosure gaussian(Enclosure mu, Enclosure epsilon) {
    double low = Math.max(0, epsilon.lower());
    double high = Math.max(0, epsilon.upper());
    double least =
        high < Double.POSITIVE_INFINITY ? GaussianMechanism.delta(mu.lower(), high).lower() : 0;
    double most =
        low < Double.POSITIVE_INFINITY ? GaussianMechanism.delta(mu.upper(), low).upper() : 0;
    return Enclosure.of(least, most);
  }
}
