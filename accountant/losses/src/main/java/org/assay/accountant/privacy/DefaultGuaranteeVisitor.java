package org.assay.accountant.privacy;

/**
 * A visitor that treats all guarantees alike except those whose methods are overridden.
 *
 * @param <T> the type of results
 */
public abstract class DefaultGuaranteeVisitor<T> implements Guarantee.Visitor<T> {
  /** A visitor without exceptions. */
  protected DefaultGuaranteeVisitor() {}

  /**
   * Every guarantee that has no method of its own here.
   *
   * @param guarantee the statement
   * @return the result
   */
  protected abstract T visitOther(Guarantee guarantee);

  @Override
  public T visitPure(Guarantee.Pure guarantee) {
    return visitOther(guarantee);
  }

  @Override
  public T visitApproximate(Guarantee.Approximate guarantee) {
    return visitOther(guarantee);
  }

  @Override
  public T visitRenyi(Guarantee.Renyi guarantee) {
    return visitOther(guarantee);
  }

  @Override
  public T visitZeroConcentrated(Guarantee.ZeroConcentrated guarantee) {
    return visitOther(guarantee);
  }

  @Override
  public T visitGaussian(Guarantee.Gaussian guarantee) {
    return visitOther(guarantee);
  }

  @Override
  public T visitProfile(Guarantee.Profile guarantee) {
    return visitOther(guarantee);
  }

  @Override
  public T visitTradeoff(Guarantee.Tradeoff guarantee) {
    return visitOther(guarantee);
  }
}
