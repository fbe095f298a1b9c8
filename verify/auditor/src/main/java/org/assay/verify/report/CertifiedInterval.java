package org.assay.verify.report;

import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.internal.report.markup.Text;

/**
 * An enclosure that an accountant certifies for the audited mechanism, shown beside the audit.
 *
 * @param label the enclosed parameter, for example {@code epsilon at delta 1e-5}
 * @param interval the certified enclosure
 */
public record CertifiedInterval(String label, Enclosure interval) {
  /**
   * The upper end, which is the guarantee, in one line.
   *
   * @return label and upper end, rounded up
   */
  String atMost() {
    return Text.plain(label) + " ≤ " + Text.up(interval.upper());
  }

  /**
   * The interval in one line.
   *
   * @return label and both ends, rounded outward to six digits
   */
  public String describe() {
    return label + " in " + Decimals.BY_SIZE.outward(interval);
  }
}
