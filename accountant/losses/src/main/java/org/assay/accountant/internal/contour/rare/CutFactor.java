package org.assay.accountant.internal.contour.rare;

import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.numeric.Enclosure;

/** Equal steps of a {@link CutPair}. */
final class CutFactor implements LossFactor {
  private final CutPair pair;
  private final double count;
  private final CutPair.Rough rough;

  CutFactor(CutPair pair, double count) {
    this.pair = pair;
    this.count = count;
    this.rough = pair.new Rough();
  }

  @Override
  public Enclosure logMoment(double c) {
    return pair.logMoment(c).times(count);
  }

  @Override
  public double roughLogMoment(double c) {
    return count * rough.logMoment(1 + c);
  }

  @Override
  public double largestLoss() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public LossTransform along(double c, double reach) {
    CutMoment moment = new CutMoment(pair, c, reach);
    CutDecay decay = new CutDecay(pair, c, moment.upperMomentMinusOne());
    return new Transform(moment, decay, count);
  }

  private record Transform(CutMoment moment, CutDecay decay, double count)
      implements LossTransform {
    @Override
    public double cost() {
      return 20.0 * moment.size();
    }

    @Override
    public void addTo(ContourNodes nodes) {
      for (int k = 0; k < nodes.wanted(); k++) {
        moment.evaluate(k * nodes.step);
        nodes.addPower(k, count, moment.real, moment.imaginary, moment.error);
      }
    }

    @Override
    public double logDecayBound(double t) {
      return count * decay.logBound(t);
    }
  }
}
