package org.assay.accountant.internal.contour.allocation;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergences of Gaussian steps where a record takes part in one step, drawn uniformly. The
 * divergence is {@code log E W^a / (a - 1)} when the record is removed and {@code log E W^(1-a) /
 * (a - 1)} when the record is added. W is the mean of the steps' likelihood ratios. Low orders are
 * enclosed by quadrature, higher orders between closed forms at whole orders. Proofs: {@code
 * doc-files/random-allocation.md}.
 *
 * <p>The moment's logarithm has an error of about 1e-12, so the divergence has that error over
 * {@code order - 1}. Above order 22, divergences have narrow enclosures at whole orders and
 * enclosures up to a hundredth wide between them. Above order 256 the upper end has no
 * amplification by sampling.
 *
 * <p>Values are immutable.
 */
public final class AllocatedRenyi {
  /** Largest whole order with a closed form that is computed. Not tuned: bounds the time. */
  private static final int LARGEST_ORDER = 256;

  /**
   * Largest order of quadrature. Higher orders take long, and depend on single large ratios, so
   * they need closed forms. Not tuned.
   */
  private static final int LARGEST_OF_QUADRATURE = 22;

  /** Smallest noise multiplier of the steps for which transforms are accurate. */
  private static final double SMALLEST_SIGMA = 0.05;

  /** Largest noise multiplier of the steps for which transforms are accurate. */
  private static final double LARGEST_SIGMA = 1000;

  private final Ends most;
  private final Ends least;

  /**
   * The divergences of a run of steps.
   *
   * @param steps number of steps, from 2 to 2^40
   * @param sigma an enclosure of the standard deviation over the largest effect of one record's
   *     presence, from 0.05 to 1000
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public AllocatedRenyi(long steps, Enclosure sigma) {
    if (!(steps >= 2 && steps <= 1L << 40)) {
      throw new IllegalArgumentException("steps was " + steps + ": it must be from 2 to 2^40");
    }
    if (!covers(sigma)) {
      throw new IllegalArgumentException("sigma was " + sigma + ": it must be from 0.05 to 1000");
    }
    this.most = new Ends(new AllocatedLaw(steps, sigma.lower()));
    this.least =
        sigma.lower() == sigma.upper() ? most : new Ends(new AllocatedLaw(steps, sigma.upper()));
  }

  /**
   * Whether noise is in the range that is computed here.
   *
   * @param sigma an enclosure of the standard deviation
   * @return true if it is from 0.05 to 1000
   */
  public static boolean covers(Enclosure sigma) {
    return sigma.lower() >= SMALLEST_SIGMA && sigma.upper() <= LARGEST_SIGMA;
  }

  /**
   * The larger one of the divergences in both directions.
   *
   * @param order above 1
   * @return an enclosure
   * @throws IllegalArgumentException if the order is out of range
   */
  public Enclosure at(double order) {
    Parameters.requireOrder(order);
    Enclosure high = most.at(order);
    return least == most ? high : least.at(order).hull(high);
  }

  /**
   * The divergence of a run with the record from one without it.
   *
   * @param order above 1
   * @return an enclosure
   * @throws IllegalArgumentException if the order is out of range
   */
  public Enclosure removed(double order) {
    Parameters.requireOrder(order);
    Enclosure high = most.removed(order);
    return least == most ? high : least.removed(order).hull(high);
  }

  /** Divergences for one value of sigma. */
  private static final class Ends {
    private final AllocatedLaw law;
    private final AllocatedFactor removing;
    private final AllocatedFactor adding;
    private Enclosure[] whole = {};

    Ends(AllocatedLaw law) {
      this.law = law;
      this.removing = new AllocatedFactor(law, true, 1);
      this.adding = new AllocatedFactor(law, false, 1);
    }

    Enclosure at(double order) {
      Enclosure excess = Enclosure.exact(order).minus(1);
      double c = order - 1;
      boolean exact = 1 + c == order;
      Enclosure added = exact ? adding.logMoment(c).dividedBy(excess) : nearby(c);
      return removed(order).max(added);
    }

    Enclosure removed(double order) {
      Enclosure excess = Enclosure.exact(order).minus(1);
      return logMoment(order).dividedBy(excess).intersect(simple(order));
    }

    /** The divergence rises with the order, so the divergences at neighbouring doubles bound it. */
    private Enclosure nearby(double c) {
      Enclosure low = adding.logMoment(Math.nextDown(c)).dividedBy(Math.nextDown(c));
      return low.hull(adding.logMoment(Math.nextUp(c)).dividedBy(Math.nextUp(c)));
    }

    /**
     * Bounds without quadrature. The upper bound is the Gaussian step with a published time. The
     * lower bound is W at least its largest ratio over t.
     */
    private Enclosure simple(double order) {
      Enclosure published =
          Enclosure.exact(order).dividedBy(Enclosure.exact(law.sigma()).square()).times(0.5);
      Enclosure single = published.minus(Enclosure.ofCount(law.steps()).log());
      return Enclosure.of(Math.max(0, single.lower()), published.upper());
    }

    private Enclosure logMoment(double order) {
      double c = order - 1;
      Enclosure known = between(order);
      return order <= LARGEST_OF_QUADRATURE && 1 + c == order
          ? removing.logMoment(c).intersect(known)
          : known;
    }

    /**
     * Bounds between whole orders. The logarithm is convex in the order, so it lies below its chord
     * and above the extended chord of the previous interval.
     */
    private Enclosure between(double order) {
      Enclosure[] known = known();
      int low = (int) Math.floor(order);
      if (low + 1 > LARGEST_ORDER) {
        Enclosure last = known[LARGEST_ORDER];
        Enclosure rate = last.dividedBy(LARGEST_ORDER - 1.0);
        double lower = rate.times(Enclosure.exact(order).minus(1)).lower();
        return Enclosure.of(lower, Double.POSITIVE_INFINITY);
      }
      Enclosure share = Enclosure.exact(order).minus(low);
      Enclosure rise = known[low + 1].minus(known[low]);
      double upper = known[low].plus(rise.times(share)).upper();
      Enclosure before = known[low].minus(known[low - 1]);
      double lower = known[low].plus(before.times(share)).lower();
      return Enclosure.of(Math.min(Math.max(0, lower), upper), upper);
    }

    private synchronized Enclosure[] known() {
      if (whole.length == 0) {
        whole = law.logIntegerMoments(LARGEST_ORDER);
      }
      return whole;
    }
  }
}
