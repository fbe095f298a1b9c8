package org.assay.accountant.accounting;

import java.util.Optional;
import org.assay.accountant.analysis.gdp.GaussianAnalysis;
import org.assay.accountant.analysis.pld.PldAnalysis;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.divergence.GaussianComposition;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The tightest (epsilon, delta) statement that Assay can certify for an event: exact for Gaussians
 * and for repeated Poisson-sampled Gaussians under add-or-remove, the Rényi bound for everything
 * else.
 */
public final class TightestBound {
  /** Wider contour results are narrowed by convolution. */
  private static final double NARROW = 1e-4;

  /** A bound this close to 0 is not worth narrowing. */
  private static final double NEGLIGIBLE = 1e-15;

  private static final long BEYOND_EXACT = GaussianComposition.LARGEST_COUNT + 1;

  private final DpEvent event;
  private final AdjacencyRelation adjacency;

  private TightestBound(DpEvent event, AdjacencyRelation adjacency) {
    this.event = event;
    this.adjacency = adjacency;
  }

  /**
   * The bound of an event.
   *
   * @param event what was run
   * @param adjacency the relation that the bound is about
   * @return the bound, computed when asked for a number
   */
  public static TightestBound of(DpEvent event, AdjacencyRelation adjacency) {
    return new TightestBound(event, adjacency);
  }

  /** How a number was obtained. */
  public enum Method {
    /** The exact profile of the Gaussian mechanism. */
    EXACT_GAUSSIAN("BalleWang2018", "Theorem 8", true),

    /** Contour inversion of the composition's moment generating function. */
    CONTOUR("MironovTalwarZhang2019", "Theorem 4", true),

    /** Convolution of privacy loss distributions, where the contour would cost too much. */
    LOSS_DISTRIBUTION("ZhuDongWang2022", "Theorem 10", true),

    /** Rényi divergences at the best real order. */
    RENYI("CanonneKamathSteinke2020", "Proposition 12", false);

    private final String key;
    private final String locator;
    private final boolean exact;

    Method(String key, String locator, boolean exact) {
      this.key = key;
      this.locator = locator;
      this.exact = exact;
    }

    /**
     * Where the method is proved.
     *
     * @return the citation
     */
    public Citation citation() {
      return new Citation(key, locator);
    }

    /**
     * Whether the interval encloses the true value, and not only the method's bound of it.
     *
     * @return true if it does
     */
    public boolean exact() {
      return exact;
    }
  }

  /**
   * A number and how it was obtained.
   *
   * @param value the enclosure; its upper end is a guarantee
   * @param method the method
   */
  public record Bound(Enclosure value, Method method) {}

  /**
   * Epsilon at a delta.
   *
   * @param delta strictly between 0 and 1
   * @return the bound
   * @throws UnsupportedEventException if no known theorem bounds the event
   * @throws IllegalArgumentException if delta is out of range
   */
  public Bound epsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    Optional<Enclosure> mu = gaussianMu();
    if (mu.isPresent() && mu.get().upper() < Double.POSITIVE_INFINITY) {
      return new Bound(gaussianEpsilon(mu.get(), delta), Method.EXACT_GAUSSIAN);
    }
    Optional<GaussianComposition> composition = sampledGaussian();
    if (composition.isPresent()) {
      Enclosure epsilon = composition.get().epsilon(delta);
      if (isNarrow(epsilon)) {
        return new Bound(epsilon, Method.CONTOUR);
      }
      Enclosure convolved = lossDistribution().epsilon(delta);
      double renyi = accountant().epsilonAt(delta).upper();
      return new Bound(
          convolved.intersect(epsilon).intersect(Enclosure.of(0, renyi)), Method.LOSS_DISTRIBUTION);
    }
    return new Bound(accountant().epsilonAt(delta), Method.RENYI);
  }

  /**
   * Delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return the bound
   * @throws UnsupportedEventException if no known theorem bounds the event
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Bound delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Optional<Enclosure> mu = gaussianMu();
    if (mu.isPresent() && mu.get().upper() < Double.POSITIVE_INFINITY) {
      Enclosure low = GaussianMechanism.delta(mu.get().lower(), epsilon);
      Enclosure high = GaussianMechanism.delta(mu.get().upper(), epsilon);
      return new Bound(low.hull(high), Method.EXACT_GAUSSIAN);
    }
    Optional<GaussianComposition> composition = sampledGaussian();
    if (composition.isPresent()) {
      Enclosure delta = composition.get().delta(epsilon);
      if (isNarrow(delta)) {
        return new Bound(delta, Method.CONTOUR);
      }
      Enclosure convolved = lossDistribution().delta(epsilon);
      double renyi = accountant().deltaAt(epsilon).upper();
      return new Bound(
          convolved.intersect(delta).intersect(Enclosure.of(0, renyi)), Method.LOSS_DISTRIBUTION);
    }
    return new Bound(accountant().deltaAt(epsilon), Method.RENYI);
  }

  private static boolean isNarrow(Enclosure value) {
    return value.relativeWidth() <= NARROW || value.upper() <= NEGLIGIBLE;
  }

  private PrivacyLossDistribution lossDistribution() {
    return new PldAnalysis(adjacency).analyze(event);
  }

  private Accountant accountant() {
    return Accountant.rdp(adjacency).compose(event);
  }

  private static Enclosure gaussianEpsilon(Enclosure mu, double delta) {
    Enclosure low = mu.lower() > 0 ? GaussianMechanism.epsilon(mu.lower(), delta) : Enclosure.ZERO;
    Enclosure high = mu.upper() > 0 ? GaussianMechanism.epsilon(mu.upper(), delta) : Enclosure.ZERO;
    return low.hull(high);
  }

  /** The mu of an event made of plain Gaussians only, where the profile is attained. */
  private Optional<Enclosure> gaussianMu() {
    return madeOfGaussians(event)
        ? Optional.of(new GaussianAnalysis(adjacency).analyze(event).sqrt())
        : Optional.empty();
  }

  private static boolean madeOfGaussians(DpEvent event) {
    if (event instanceof SelfComposedEvent repeated) {
      return madeOfGaussians(repeated.event());
    }
    return event instanceof GaussianEvent;
  }

  private Optional<GaussianComposition> sampledGaussian() {
    DpEvent inner = event;
    long count = 1;
    while (inner instanceof SelfComposedEvent repeated) {
      // A product beyond the exact range is cut off there, where the Rényi bound takes over.
      boolean fits = repeated.count() <= (BEYOND_EXACT / count);
      count = fits ? count * repeated.count() : BEYOND_EXACT;
      inner = repeated.event();
    }
    boolean known =
        inner instanceof PoissonSampledEvent sampled
            && sampled.event() instanceof GaussianEvent
            && inner.adjacency() == AdjacencyRelation.ADD_OR_REMOVE
            && adjacency == AdjacencyRelation.ADD_OR_REMOVE
            && count <= GaussianComposition.LARGEST_COUNT;
    if (!known) {
      return Optional.empty();
    }
    PoissonSampledEvent sampled = (PoissonSampledEvent) inner;
    double sigma = ((GaussianEvent) sampled.event()).noiseMultiplier();
    return Optional.of(
        GaussianComposition.under(adjacency)
            .withPoissonSampled(sampled.samplingProbability(), sigma, count));
  }
}
