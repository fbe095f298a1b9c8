package org.assay.verify.report;

import org.assay.verify.audit.ClaimState;

/**
 * A verdict of a {@link ReportSection}, in plain text.
 *
 * @param name the claim's name, unique within the report
 * @param state what is known of the claim
 * @param headline what was found, in one line
 * @param details everything that a build log should show, lines separated by line breaks
 */
public record SectionVerdict(String name, ClaimState state, String headline, String details) {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is blank
   */
  public SectionVerdict {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name was blank: a claim needs a name in a report");
    }
  }
}
