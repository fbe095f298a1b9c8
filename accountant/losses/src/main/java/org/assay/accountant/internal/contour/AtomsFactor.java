package org.assay.accountant.internal.contour;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.assay.accountant.internal.divergence.MomentSum;
import org.assay.accountant.numeric.Enclosure;

/**
 * The moment generating function {@code M(s) = Σ p e^(sl)} of the privacy loss l of equal steps
 * with finitely many outcomes, in one order of the neighbours.
 */
public final class AtomsFactor implements LossFactor {
  /** Exponent above which the rough moment is its largest term, because the sum would overflow. */
  private static final double LARGEST_EXPONENT = 300;

  private final List<Atom> atoms;
  private final double count;

  /** The atoms in plain doubles, to choose contours; no bound uses them. */
  private final double[] roughLogMass;

  private final double[] roughMass;
  private final double[] roughLoss;

  /** A loss and the logarithm of its probability under P. */
  public record Atom(Enclosure logMass, Enclosure loss) {}

  /**
   * The factor of equal steps.
   *
   * @param atoms all outcomes that are possible under P; under Q no other outcome is possible
   */
  public AtomsFactor(List<Atom> atoms, double count) {
    this.atoms = List.copyOf(atoms);
    this.count = count;
    this.roughLogMass = atoms.stream().mapToDouble(atom -> atom.logMass().midpoint()).toArray();
    this.roughMass = DoubleStream.of(roughLogMass).map(Math::exp).toArray();
    this.roughLoss = atoms.stream().mapToDouble(atom -> atom.loss().midpoint()).toArray();
  }

  @Override
  public Enclosure logMoment(double c) {
    return logMomentOfOne(c).times(count);
  }

  private Enclosure logMomentOfOne(double c) {
    double order = 1 + c;
    MomentSum sum = new MomentSum(order, largestExponent(order - 1));
    atoms.forEach(atom -> sum.add(atom.logMass(), atom.loss()));
    return sum.renyi().times(order - 1);
  }

  private double largestExponent(double c) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < roughLoss.length; i++) {
      largest = Math.max(largest, roughLogMass[i] + c * roughLoss[i]);
    }
    return largest;
  }

  @Override
  public double roughLogMoment(double c) {
    double largest = largestExponent(c);
    if (largest > LARGEST_EXPONENT) {
      return count * largest;
    }
    double sum = 0;
    for (int i = 0; i < roughLoss.length; i++) {
      sum += roughMass[i] * Math.expm1(Math.min(700, c * roughLoss[i]));
    }
    return count * Math.log1p(sum);
  }

  @Override
  public double largestLoss() {
    double largest = atoms.stream().mapToDouble(atom -> atom.loss().upper()).max().orElse(0);
    return Enclosure.exact(Math.max(0, largest)).times(count).upper();
  }

  @Override
  public Optional<List<Atom>> outcomes(int most) {
    return Multisets.of(atoms, count, most);
  }

  @Override
  public LossTransform along(double c, double reach) {
    Enclosure logMoment = logMomentOfOne(c);
    double scale = AtomsTransform.logScale(logMoment);
    LineNodes nodes = new LineNodes();
    for (Atom atom : atoms) {
      Enclosure log = atom.logMass().plus(atom.loss().times(c)).minus(scale);
      double error = log.width() + 0x1p-50;
      double relative = error < 0.5 ? error + error * error : Double.POSITIVE_INFINITY;
      double loss = atom.loss().midpoint();
      double lossError = atom.loss().width() + 0x1p-50 * Math.abs(loss);
      nodes.add(log.midpoint(), 0, relative, loss, 0, lossError);
    }
    LineMoment moment = new LineMoment(nodes, count, logMoment.minus(scale).expm1(), 0);
    boolean known = logMoment.upper() < Double.POSITIVE_INFINITY;
    return new AtomsTransform(moment, scale, logMoment, known);
  }
}
