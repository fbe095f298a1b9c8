package org.assay.accountant.internal.analysis;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Events on disjoint parts of the data; neighbours differ in one or two parts. */
final class ParallelStep extends Step {
  private final ParallelEvent parallel;

  ParallelStep(ParallelEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.parallel = event;
  }

  private Enclosure size() {
    return Enclosure.ofCount(neighbours().size());
  }

  @Override
  public RdpCurve renyi() {
    return new DisjointParts<>(neighbours().single(), Steps::renyi, this::moved, RdpCurve::max)
        .bound(parallel)
        .forGroupsOf(neighbours().size());
  }

  /** A replaced record that leaves one part and enters another: both curves add up. */
  private RdpCurve moved(RdpCurve left, RdpCurve entered) {
    double rho = Rounding.addUp(left.zeroConcentration(), entered.zeroConcentration());
    return curve(order -> left.at(order).plus(entered.at(order)), rho);
  }

  @Override
  public PrivacyLossDistribution losses() {
    if (!neighbours().areSingle()) {
      throw new UnsupportedEventException(
          parallel.describe(),
          "the records of a group may lie in several parts; use the Rényi accountant");
    }
    PrivacyLossDistribution worst =
        new DisjointParts<>(
                neighbours(),
                Steps::losses,
                PrivacyLossDistribution::movedTo,
                PrivacyLossDistribution::max)
            .bound(parallel);
    // Slots are fixed before anything is released; a function that divides values may be chosen
    // later.
    return parallel.assignment() == ParallelEvent.Assignment.BY_VALUE
        ? worst.chosenFromOutputs()
        : worst;
  }

  @Override
  public Enclosure epsilon() {
    return bound(Steps::epsilon).times(size());
  }

  /** A group of k records has k times mu ([@DongRothSu2022], Theorem 2.14). */
  @Override
  public Enclosure squaredMu() {
    return bound(Steps::squaredMu).times(size().square());
  }

  private Enclosure bound(Function<Steps, Enclosure> once) {
    return new DisjointParts<>(neighbours().single(), once, Enclosure::plus, Enclosure::max)
        .bound(parallel);
  }

  /** The records of a group may lie in several parts. */
  @Override
  Optional<ParallelEvent> parts() {
    return neighbours().areSingle() ? Optional.of(parallel) : Optional.empty();
  }

  /** All records of a unit may be in the worst part. */
  @Override
  RdpCurve attained() {
    return parallel.events().stream()
        .distinct()
        .map(part -> Steps.of(part, neighbours()).attained())
        .reduce(RdpCurve::max)
        .orElseGet(super::attained);
  }

  @Override
  boolean isInSlots() {
    return parallel.assignment() == ParallelEvent.Assignment.BY_SLOT;
  }

  /** Attained by a record of the worst slot, if that slot's computation is attained. */
  @Override
  public RunShape shape() {
    List<RunShape> parts =
        parallel.events().stream()
            .map(part -> Steps.of(part, neighbours().single()).shape())
            .toList();
    boolean slots =
        parallel.assignment() == ParallelEvent.Assignment.BY_SLOT && neighbours().areSingle();
    if (!(slots && parts.stream().allMatch(RunShape::gaussian))) {
      return RunShape.STEP;
    }
    boolean attained = parts.stream().allMatch(RunShape::attainsPairs);
    return new RunShape(
        true,
        attained ? RunShape.Attained.PAIRS : RunShape.Attained.UNKNOWN,
        false,
        1,
        true,
        false,
        false);
  }
}
