package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Citation;

/** A step on records drawn with replacement, by the event of its noise. */
final class DrawnStep extends DefaultVisitor<DpEvent> {
  private static final Citation PROOF =
      new Citation("WangBalleKasiviswanathan2019", "Theorem 9, as in drawn-with-replacement.md");

  private final int draws;
  private final int records;

  DrawnStep(int draws, int records) {
    this.draws = draws;
    this.records = records;
  }

  @Override
  public DpEvent visitGeneralizedGaussian(GeneralizedGaussianEvent noise) {
    double square = Rounding.multiplyDown(noise.noiseMultiplier(), noise.noiseMultiplier());
    double rho = Rounding.divideUp(noise.smoothness(), 2 * square);
    return new CertifiedEvent(
        "GeneralizedGaussianDrawnWithReplacement", PROOF, DrawnNoiseCurve.of(rho, draws, records));
  }

  @Override
  protected DpEvent visitOther(DpEvent noise) {
    return noise.sampledWithReplacement(draws, records);
  }
}
