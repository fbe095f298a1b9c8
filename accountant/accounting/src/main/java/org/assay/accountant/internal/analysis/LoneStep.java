package org.assay.accountant.internal.analysis;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The step of an event that is a single mechanism, or Gaussian noise several times, which is
 * Gaussian noise once; empty for other compositions.
 */
final class LoneStep extends CompositionAnalysis<Optional<Step>> {
  LoneStep(Neighbours neighbours) {
    super(neighbours);
  }

  @Override
  protected Optional<Step> zero() {
    return Optional.empty();
  }

  @Override
  protected Optional<Step> total(Stream<Optional<Step>> parts) {
    return parts.reduce(this::sum).orElseGet(this::zero);
  }

  @Override
  protected Optional<Step> sum(Optional<Step> first, Optional<Step> second) {
    Optional<GaussianStep> other = second.flatMap(Step::gaussian);
    return first.flatMap(Step::gaussian).flatMap(one -> other.flatMap(one::and));
  }

  @Override
  protected Optional<Step> multiple(Optional<Step> once, long count) {
    return once.flatMap(Step::gaussian).flatMap(one -> one.repeated(count));
  }

  @Override
  protected Optional<Step> step(Step step) {
    return Optional.of(step);
  }

  /** Sampling theorems need the step itself, not a step that dominates the computation. */
  @Override
  Optional<Step> published(Optional<Step> known) {
    return Optional.empty();
  }

  @Override
  LoneStep between(Neighbours others) {
    return new LoneStep(others);
  }
}
