package org.assay.accountant.event;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Release of one number with Laplace noise that never exceeds a bound: of density proportional to
 * {@code e^(-|x|/scale)} on {@code [-bound, bound]} ([@GengDingGuoKumar2020]). With probability
 * delta the output is one that a neighbour never has.
 *
 * @param scale scale of the noise before it is cut off, in the query's own unit, finite and above 0
 * @param bound the largest absolute value of the noise, in the same unit, finite and above 0
 * @param sensitivity by how much the number may change
 */
public record TruncatedLaplaceEvent(double scale, double bound, Sensitivity sensitivity)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if scale or bound is not finite or not above 0
   */
  public TruncatedLaplaceEvent {
    Parameters.requirePositive("scale", scale);
    Parameters.requirePositive("bound", bound);
    Parameters.requireGiven("sensitivity", sensitivity);
  }

  /**
   * The smallest bound with a given delta at the epsilon of sensitivity over scale: {@code (Δ/ε)
   * log(1 + (e^ε - 1)/(2δ))} ([@GengDingGuoKumar2020]).
   *
   * @param epsilon finite and above 0
   * @param delta above 0 and below 1/2
   * @param sensitivity by how much the number may change, finite and above 0
   * @return an enclosure of the bound, of which the upper end is safe
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static Enclosure boundFor(double epsilon, double delta, double sensitivity) {
    Parameters.requirePositive("epsilon", epsilon);
    Parameters.requirePositive("sensitivity", sensitivity);
    if (!(delta > 0 && delta < 0.5)) {
      throw new IllegalArgumentException(
          "delta was " + delta + ": it must be above 0 and below 1/2");
    }
    Enclosure growth = Enclosure.exact(epsilon).expm1().dividedBy(Enclosure.exact(delta).times(2));
    return growth.log1p().times(Enclosure.exact(sensitivity).dividedBy(epsilon));
  }

  /**
   * The epsilon and delta that it satisfies, of which delta is the probability of an output that a
   * neighbour never has.
   *
   * @return sensitivity over scale and that delta, rounded up; a delta of 1 where the noise is cut
   *     off within the sensitivity
   */
  public ApproximateEvent approximate() {
    Enclosure ratio = Enclosure.exact(sensitivity.value()).dividedBy(scale);
    Enclosure cut = Enclosure.exact(bound).dividedBy(scale);
    boolean overlaps = ratio.upper() < cut.lower();
    Enclosure outside = ratio.minus(cut).exp().minus(cut.negate().exp());
    Enclosure all = cut.negate().expm1().negate().times(2);
    double delta = overlaps ? Math.min(1, outside.dividedBy(all).upper()) : 1;
    return new ApproximateEvent(ratio.upper(), delta, adjacency());
  }

  @Override
  public AdjacencyRelation adjacency() {
    return sensitivity.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitTruncatedLaplace(this);
  }
}
