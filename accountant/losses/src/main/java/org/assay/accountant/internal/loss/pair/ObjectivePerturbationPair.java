package org.assay.accountant.internal.loss.pair;

import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * The minimizer of a perturbed objective: {@code doc-files/objective-perturbation-pair.md}. Losses
 * are {@code c + mu z + mu²/2} for a standard normal z beyond a cut, counted once or twice. An atom
 * at the cut has half the remaining mass. Both parts also occur mirrored, so the pair equals its
 * own exchange.
 *
 * @param mu an enclosure of the distance by which a record moves the gradient, over the noise,
 *     above 0
 * @param curvature an enclosure of c, above 0
 * @param sides number of times that the losses count: once if a record fixes the sign of the slope,
 *     else twice
 * @param cut an enclosure of the z of the atom
 */
public record ObjectivePerturbationPair(
    Enclosure mu, Enclosure curvature, double sides, Enclosure cut) implements OrderedPair {
  /** Added to the cut so that the atom's mass has digits; any cut is sound. */
  private static final double RAISED = 0x1p-20;

  /** Number of bisection steps for the cut. Not tuned: any cut is sound. */
  private static final int HALVINGS = 40;

  public static ObjectivePerturbationPair of(Enclosure mu, Enclosure curvature, boolean fixedSign) {
    if (fixedSign) {
      return new ObjectivePerturbationPair(mu, curvature, 1, mu.times(-0.5));
    }
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      boolean tooMuch = twoSided(mu, curvature, middle).rest().midpoint() < 0;
      low = tooMuch ? middle : low;
      high = tooMuch ? high : middle;
    }
    return twoSided(mu, curvature, high + RAISED);
  }

  private static ObjectivePerturbationPair twoSided(Enclosure mu, Enclosure curvature, double cut) {
    return new ObjectivePerturbationPair(mu, curvature, 2, Enclosure.exact(cut));
  }

  @Override
  public String name() {
    return "objective perturbation of mu "
        + mu
        + " and curvature "
        + curvature
        + (sides == 1 ? ", slopes of fixed sign" : "");
  }

  /** {@code 1 - P[z > cut] - Q[z > cut]}, the mass of the atom and its mirror image together. */
  private Enclosure rest() {
    if (sides == 1) {
      Enclosure below = NormalTail.upperTail(mu.times(0.5));
      return below.times(curvature.negate().expm1().negate());
    }
    return Enclosure.ONE.minus(larger(cut)).minus(smaller(cut));
  }

  /** The loss at the cut: for a fixed sign the curvature alone. */
  private Enclosure lossAtCut() {
    return sides == 1 ? curvature : curvature.plus(mu.times(cut)).plus(mu.square().times(0.5));
  }

  @Override
  public List<LossAtom> atoms() {
    Enclosure ratio = lossAtCut().negate().exp();
    Enclosure p = rest().dividedBy(ratio.plus(1));
    LossAtom atom = new LossAtom(p, p.times(ratio));
    return List.of(atom, atom.reversed());
  }

  @Override
  public boolean continuous() {
    return true;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    Enclosure above = beyond(loss);
    Enclosure below = beyond(loss.negate());
    boolean positive = loss.lower() >= 0;
    boolean negative = loss.upper() <= 0;
    Enclosure pUp = larger(above);
    Enclosure qUp = smaller(above);
    Enclosure pDown = smaller(below);
    Enclosure qDown = larger(below);
    return new LossTails(
        pDown.plus(missing(larger(cut), pUp, negative)),
        pUp.plus(missing(smaller(cut), pDown, positive)),
        qDown.plus(missing(smaller(cut), qUp, negative)),
        qUp.plus(missing(larger(cut), qDown, positive)));
  }

  /** Mass of a side between the cut and a loss; none if the loss lies on the other side of 0. */
  private static Enclosure missing(Enclosure whole, Enclosure far, boolean none) {
    return none ? Enclosure.ZERO : whole.minus(far).max(Enclosure.ZERO);
  }

  /** The z of a loss, at least the cut. */
  private Enclosure beyond(Enclosure loss) {
    return loss.minus(curvature).dividedBy(mu).minus(mu.times(0.5)).max(cut);
  }

  /** Mass of larger z under the distribution that favours them. */
  private Enclosure larger(Enclosure z) {
    return NormalTail.upperTail(z).times(sides);
  }

  /** Mass of larger z under the other distribution. */
  private Enclosure smaller(Enclosure z) {
    return NormalTail.upperTail(z.plus(mu)).times(sides).times(curvature.negate().exp());
  }

  @Override
  public double scale() {
    return mu.midpoint() + curvature.midpoint();
  }

  @Override
  public OrderedPair reversed() {
    return this;
  }
}
