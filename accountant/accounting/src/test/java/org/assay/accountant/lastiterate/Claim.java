package org.assay.accountant.lastiterate;

/** What is published about a run's last iterate, and how a true loss compares with it. */
sealed interface Claim {
  /** The number that is published as an upper end. */
  double upper();

  /** The same of a loss that really happens. */
  double lower(TrueLoss loss);

  /** An epsilon at a delta. */
  record Approximate(double upper, double delta) implements Claim {
    @Override
    public double lower(TrueLoss loss) {
      return loss.epsilon(delta);
    }
  }

  /** A Rényi divergence at an order. */
  record Renyi(double upper, double order) implements Claim {
    @Override
    public double lower(TrueLoss loss) {
      return loss.renyi(order);
    }
  }
}
