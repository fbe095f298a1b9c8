package org.assay.accountant.event;

import java.util.Optional;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;

/**
 * A mechanism whose Rényi curve, and perhaps the loss of a pair that dominates it, was proved
 * elsewhere: whoever builds one vouches for them. Bounds take the smaller of both.
 *
 * @param name what the mechanism is called
 * @param citation where its curve is proved
 * @param curve the proved curve
 * @param losses the loss of a pair that dominates the mechanism between neighbours that are one
 *     step apart, under the curve's relation; empty if none is known
 */
public record CertifiedEvent(
    String name, Citation citation, RdpCurve curve, Optional<PrivacyLossDistribution> losses)
    implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the name is blank or the relations differ
   */
  public CertifiedEvent {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name was blank: a certified event needs a name");
    }
    losses.ifPresent(known -> curve.adjacency().requireSame(known.adjacency()));
  }

  /**
   * A mechanism of which only the curve is known.
   *
   * @param name what the mechanism is called
   * @param citation where its curve is proved
   * @param curve the proved curve
   * @throws IllegalArgumentException if the name is blank
   */
  public CertifiedEvent(String name, Citation citation, RdpCurve curve) {
    this(name, citation, curve, Optional.empty());
  }

  @Override
  public AdjacencyRelation adjacency() {
    return curve.adjacency();
  }

  @Override
  public String describe() {
    return name + " (" + citation + ")";
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitCertified(this);
  }
}
