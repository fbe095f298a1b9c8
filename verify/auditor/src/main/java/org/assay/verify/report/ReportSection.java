package org.assay.verify.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import org.assay.verify.audit.ClaimState;

/**
 * A section of a report that another package contributes: verdicts beside those of the audits, as
 * HTML and JSON. A section without verdicts does not appear.
 */
public interface ReportSection {
  /**
   * The verdicts, which the report counts and lists as JUnit XML and SARIF.
   *
   * @return one for each claim, in the order to show
   */
  List<SectionVerdict> verdicts();

  /**
   * The name of the section in the report's JSON.
   *
   * @return a key that no other section has, and neither {@code title} nor {@code claims}
   */
  String key();

  /**
   * The section as JSON.
   *
   * @return the value of the key
   */
  ArrayNode json();

  /**
   * The section's part of the summary at the head of the page.
   *
   * @return HTML, escaped
   */
  String summary();

  /**
   * The section's part below the audited claims.
   *
   * @return HTML, escaped
   */
  String html();

  /**
   * A verdict of a {@link ReportSection}, in plain text.
   *
   * @param name the claim's name, unique within the report
   * @param state the state of the claim
   * @param headline the result in one line
   * @param details the lines for a build log, separated by line breaks
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
}
