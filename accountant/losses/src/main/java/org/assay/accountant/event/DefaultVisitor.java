package org.assay.accountant.event;

/**
 * A visitor that treats all events alike except those whose methods it overrides.
 *
 * @param <R> the result
 */
public abstract class DefaultVisitor<R> extends PartsVisitor<R> {
  /** A visitor without exceptions. */
  protected DefaultVisitor() {}

  /**
   * Every event that has no method of its own here.
   *
   * @param event the event
   * @return the result
   */
  protected abstract R visitOther(DpEvent event);

  @Override
  protected final R visitMechanism(DpEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitSelfComposed(SelfComposedEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitComposed(ComposedEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitRepeatAndSelect(RepeatAndSelectEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitRandomAllocation(RandomAllocationEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitGroup(GroupEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitParallel(ParallelEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitPoissonSampled(PoissonSampledEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitSampledWithoutReplacement(SampledWithoutReplacementEvent event) {
    return visitOther(event);
  }

  @Override
  public R visitSampledWithReplacement(SampledWithReplacementEvent event) {
    return visitOther(event);
  }
}
