package org.assay.accountant.event;

import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;

/**
 * A mechanism whose Rényi curve was proved elsewhere: whoever builds one vouches for the curve.
 *
 * @param name what the mechanism is called
 * @param citation where its curve is proved
 * @param curve the proved curve
 */
public record CertifiedEvent(String name, Citation citation, RdpCurve curve) implements DpEvent {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the name is blank
   */
  public CertifiedEvent {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name was blank: a certified event needs a name");
    }
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
