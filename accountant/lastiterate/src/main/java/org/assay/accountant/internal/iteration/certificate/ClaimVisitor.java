package org.assay.accountant.internal.iteration.certificate;

import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;

/**
 * A visitor of the claims of last-iterate certificates: a Rényi or an approximate guarantee. Any
 * other guarantee is refused with an {@link IllegalArgumentException}.
 *
 * @param <T> the type of results
 */
public abstract class ClaimVisitor<T> extends DefaultGuaranteeVisitor<T> {
  @Override
  public abstract T visitRenyi(Guarantee.Renyi claim);

  @Override
  public abstract T visitApproximate(Guarantee.Approximate claim);

  @Override
  protected T visitOther(Guarantee claim) {
    throw new IllegalArgumentException(
        "guarantee was " + claim.describe() + ": it must be a Rényi or an approximate one");
  }
}
