package org.assay.accountant.event;

import java.util.Optional;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.numeric.Enclosure;
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
 * @param terms the numbers of the curve; empty if it is another one, and the event cannot be read
 *     from what is printed of it
 */
public record CertifiedEvent(
    String name,
    Citation citation,
    RdpCurve curve,
    Optional<PrivacyLossDistribution> losses,
    Optional<Terms> terms)
    implements DpEvent {
  /**
   * A curve that has two numbers.
   *
   * @param rho the divergence over its order, at least 0
   * @param omega the order from which on nothing is known, if there is one
   */
  public record Terms(double rho, Optional<Double> omega) {}

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
    this(name, citation, curve, Optional.empty(), Optional.empty());
  }

  /**
   * A mechanism with a curve and losses.
   *
   * @param name what the mechanism is called
   * @param citation where its curve is proved
   * @param curve the proved curve
   * @param losses the loss of a pair that dominates the mechanism
   */
  public CertifiedEvent(
      String name, Citation citation, RdpCurve curve, Optional<PrivacyLossDistribution> losses) {
    this(name, citation, curve, losses, Optional.empty());
  }

  /**
   * A mechanism that is proved to be zero-concentrated differentially private.
   *
   * @param name what the mechanism is called
   * @param citation where its curve is proved
   * @param terms the numbers of the curve
   * @param adjacency the relation
   * @return the event
   */
  public static CertifiedEvent concentrated(
      String name, Citation citation, Terms terms, AdjacencyRelation adjacency) {
    Enclosure rho = Enclosure.exact(terms.rho());
    RdpCurve curve =
        terms
            .omega()
            .map(omega -> RdpCurve.truncatedConcentrated(rho, omega, adjacency))
            .orElseGet(() -> RdpCurve.zeroConcentrated(rho, adjacency));
    return new CertifiedEvent(name, citation, curve, Optional.empty(), Optional.of(terms));
  }

  @Override
  public AdjacencyRelation adjacency() {
    return curve.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitCertified(this);
  }
}
