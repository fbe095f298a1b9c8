package org.assay.accountant.iteration;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

/** Certificates of last iterates claim Rényi and approximate guarantees, and no others. */
class ClaimVisitorTest {
  private static final Guarantee OTHER = new Guarantee.Gaussian(1, REPLACE_ONE);

  private static NoisySgd run(NoisySgdSampling sampling) {
    return new NoisySgd(100, 100, 0.01, 1, 1, 0.25, 10, 0, 0, sampling, REPLACE_ONE);
  }

  private static String refusal(Runnable claim) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, claim::run).getMessage());
  }

  @Test
  void whatFollowsFromAnAllocationIsOneOfBoth() {
    LastIterateCertificate.Scheduled honest =
        (LastIterateCertificate.Scheduled)
            LastIterate.of(run(NoisySgdSampling.FULL_BATCH)).certifyRenyi(2);
    assertEquals(honest.guarantee(), LastIterateChecker.check(honest));
    LastIterateCertificate.Scheduled other =
        new LastIterateCertificate.Scheduled(honest.settings(), honest.allocation(), OTHER);
    assertEquals(
        "guarantee was 1.0-GDP under replace-one: it must be a Rényi or an approximate one",
        refusal(() -> LastIterateChecker.check(other)));
  }

  @Test
  void randomBatchesClaimOneOfBoth() {
    NoisySgdCertificate honest =
        NoisySgdBound.of(run(NoisySgdSampling.FULL_BATCH)).certifyEpsilon(1e-5);
    assertEquals(
        "guarantee was 1.0-GDP under replace-one: it must be a Rényi or an approximate one;"
            + " convert it first",
        refusal(() -> new NoisySgdCertificate(honest.settings(), honest.argument(), OTHER)));
  }
}
