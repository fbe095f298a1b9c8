package org.assay.accountant.internal.loss.pair;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * The pair P' = (1-q) Q + q P and Q of a Poisson sample. If (P, Q) dominates removing a record,
 * this pair dominates the removal from the sample, and its exchange the addition
 * ([@ZhuDongWang2022], Theorem 11).
 *
 * <p>A loss u becomes {@code log(1-q + q e^u)}, which rises with u.
 *
 * @param q an enclosure of the sampling probability, in (0, 1)
 * @param base the pair without sampling
 */
public record SampledPair(Enclosure q, OrderedPair base) implements OrderedPair {
  /** Result if no u has the loss. */
  private static final Enclosure NOWHERE =
      Enclosure.of(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);

  @Override
  public String name() {
    return base.name() + " sampled with probability " + q;
  }

  @Override
  public List<LossAtom> atoms() {
    return mixed().listed();
  }

  private FaintAtoms mixed() {
    FaintAtoms mixed = new FaintAtoms();
    for (LossAtom atom : base.atoms()) {
      mixed.add(mix(q, atom.q(), atom.p()), atom.q());
    }
    return mixed;
  }

  @Override
  public Enclosure neutral() {
    return base.neutral();
  }

  @Override
  public LossTails omitted() {
    return mix(base.omitted()).plus(mixed().omitted());
  }

  @Override
  public boolean continuous() {
    return base.continuous();
  }

  @Override
  public LossTails tails(Enclosure loss) {
    return mix(base.tails(logRatio(loss, q)));
  }

  @Override
  public double scale() {
    double size = base.scale();
    return Math.min(size, q.midpoint() * Math.sqrt(Math.expm1(Math.min(size * size, 100))));
  }

  @Override
  public double period() {
    return Math.log1p(q.midpoint() * Math.expm1(Math.min(base.period(), 600)));
  }

  @Override
  public boolean dominates(OrderedPair other) {
    return equals(other)
        || (other instanceof SampledPair less
            && (q.equals(less.q) || q.lower() >= less.q.upper())
            && base.dominates(less.base));
  }

  /** {@code q δ(u)} with {@code e^ε = 1 - q + q e^u}. */
  @Override
  public Optional<Enclosure> profile(Enclosure epsilon) {
    return base.profile(logRatio(epsilon, q)).map(q::times);
  }

  /** {@code q e^(ε + u) δ°(-u)} with {@code e^-ε = 1 - q + q e^u}; 0 if no u has this ratio. */
  @Override
  public Optional<Enclosure> reversedProfile(Enclosure epsilon) {
    Enclosure ratio = logRatio(epsilon.negate(), q);
    if (ratio.upper() == Double.NEGATIVE_INFINITY) {
      return base.reversedProfile(Enclosure.ZERO).map(any -> Enclosure.ZERO);
    }
    Enclosure factor = epsilon.plus(ratio).exp().times(q);
    return base.reversedProfile(ratio.negate())
        .map(delta -> delta.times(factor).min(Enclosure.ONE));
  }

  @Override
  public OrderedPair reversed() {
    return new ReversedPair(this);
  }

  private LossTails mix(LossTails tails) {
    return new LossTails(
        mix(q, tails.qBelow(), tails.pBelow()),
        mix(q, tails.qAbove(), tails.pAbove()),
        tails.qBelow(),
        tails.qAbove());
  }

  /** {@code (1-q) base + q shifted}. */
  static Enclosure mix(Enclosure q, Enclosure base, Enclosure shifted) {
    return base.times(Enclosure.ONE.minus(q)).plus(shifted.times(q));
  }

  /**
   * The u at which {@code log(1-q + q e^u)} is a loss, {@code log1p((e^loss - 1)/q)}; negative
   * infinity at and below the smallest loss log(1-q).
   */
  static Enclosure logRatio(Enclosure loss, Enclosure q) {
    if (loss.lower() > 1) {
      Enclosure rest = loss.negate().exp().times(Enclosure.ONE.minus(q));
      return loss.plus(rest.negate().log1p()).minus(q.log());
    }
    Enclosure excess = loss.expm1().dividedBy(q);
    if (excess.upper() <= -1) {
      return NOWHERE;
    }
    return Enclosure.of(Math.max(-1, excess.lower()), excess.upper()).log1p();
  }
}
