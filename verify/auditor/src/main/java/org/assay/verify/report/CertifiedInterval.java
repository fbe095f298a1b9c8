package org.assay.verify.report;

import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;

/**
 * What an accountant certifies about the audited mechanism, to stand beside the audit.
 *
 * @param label what the interval encloses, for example {@code epsilon at delta 1e-5}
 * @param interval the certified enclosure
 */
public record CertifiedInterval(String label, Enclosure interval) {
  /**
   * The interval in one line.
   *
   * @return label and both ends, rounded outward to six digits
   */
  public String describe() {
    return label + " in " + Decimals.BY_SIZE.outward(interval);
  }
}
