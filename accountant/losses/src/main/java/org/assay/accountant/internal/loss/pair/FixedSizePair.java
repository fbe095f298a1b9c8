package org.assay.accountant.internal.loss.pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.jspecify.annotations.Nullable;

/**
 * The pair of trade-off {@code C_q(f)} ([@DongRothSu2022], Theorem 4.2): one record replaced, on a
 * sample of fixed size without replacement. f is the trade-off of a pair that equals its own
 * exchange. Let r be the ratio of {@code (1-q) Q + q P} to Q. Outcomes with r above 1 have the loss
 * log r with the mixture's mass, and {@code -log r} with the mass of Q. The remaining mass has loss
 * 0: {@code divergence/doc-files/replaced-record.md}.
 */
public final class FixedSizePair implements OrderedPair {
  private final SampledPair sampled;

  /**
   * The masses below and above the loss 0 for the mixture against Q, which every other split needs.
   */
  private final LossTails center;

  /**
   * The pair.
   *
   * @param sampled the mixture against Q
   */
  public FixedSizePair(SampledPair sampled) {
    if (!sampled.base().equals(sampled.base().reversed())) {
      throw new UnsupportedEventException(
          sampled.base().name(),
          "it differs from its exchange, and samples of fixed size are known for equal ones");
    }
    for (LossAtom atom : sampled.base().atoms()) {
      if (!(rises(atom) || atom.p().upper() < atom.q().lower())) {
        throw new UnsupportedEventException(
            sampled.base().name(), "the sign of the loss of " + atom + " is lost to rounding");
      }
    }
    this.sampled = sampled;
    this.center = sampled.continuous() ? sampled.tails(Enclosure.ZERO) : LossTails.NONE;
  }

  @Override
  public String name() {
    return sampled.base().name() + " on a share " + sampled.q() + " of fixed size";
  }

  @Override
  public List<LossAtom> atoms() {
    List<LossAtom> both = new ArrayList<>();
    for (LossAtom atom : risen()) {
      both.add(atom);
      both.add(atom.reversed());
    }
    return both;
  }

  /** The mass that neither half contains; omitted mass of the base may belong to it or not. */
  @Override
  public Enclosure neutral() {
    Enclosure halves = center.pAbove().plus(center.qAbove());
    for (LossAtom atom : risen()) {
      halves = halves.plus(atom.p()).plus(atom.q());
    }
    LossTails omitted = sampled.omitted();
    Enclosure left = omitted.pAbove().plus(omitted.qAbove());
    Enclosure rest = Enclosure.ONE.minus(halves).minus(Enclosure.of(0, left.upper()));
    return rest.max(Enclosure.ZERO);
  }

  @Override
  public LossTails omitted() {
    LossTails half = sampled.omitted();
    return new LossTails(half.qAbove(), half.pAbove(), half.pAbove(), half.qAbove());
  }

  @Override
  public boolean continuous() {
    return sampled.continuous();
  }

  @Override
  public LossTails tails(Enclosure loss) {
    if (loss.upper() < 0) {
      return tails(loss.negate()).reversed();
    }
    if (!(loss.lower() >= 0)) {
      throw new ArithmeticException("the sign of a loss in " + loss + " is unclear");
    }
    LossTails here = sampled.tails(loss);
    Enclosure pBelow = center.qAbove().plus(center.pAbove().minus(here.pAbove()));
    Enclosure qBelow = center.pAbove().plus(center.qAbove().minus(here.qAbove()));
    return new LossTails(pBelow, here.pAbove(), qBelow, here.qAbove());
  }

  @Override
  public double scale() {
    return sampled.scale();
  }

  @Override
  public double period() {
    return sampled.period();
  }

  @Override
  public boolean dominates(OrderedPair other) {
    return other instanceof FixedSizePair less && sampled.dominates(less.sampled);
  }

  /** The profile of the mixture: the pair has the mixture's positive losses. */
  @Override
  public Optional<Enclosure> profile(Enclosure epsilon) {
    return sampled.profile(epsilon);
  }

  @Override
  public Optional<Enclosure> reversedProfile(Enclosure epsilon) {
    return sampled.profile(epsilon);
  }

  @Override
  public OrderedPair reversed() {
    return this;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FixedSizePair pair && sampled.equals(pair.sampled);
  }

  @Override
  public int hashCode() {
    return sampled.hashCode();
  }

  @Override
  public String toString() {
    return name();
  }

  /** The mixture's atoms of loss above 0. */
  private List<LossAtom> risen() {
    FaintAtoms found = new FaintAtoms();
    for (LossAtom atom : sampled.base().atoms()) {
      if (rises(atom)) {
        found.add(SampledPair.mix(sampled.q(), atom.q(), atom.p()), atom.q());
      }
    }
    return found.listed();
  }

  private static boolean rises(LossAtom atom) {
    return atom.p().lower() > atom.q().upper();
  }
}
