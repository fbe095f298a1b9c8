package org.assay.cli.internal.audit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import org.assay.verify.audit.ClaimState;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.report.ReportSection;
import org.assay.verify.report.ReportSection.SectionVerdict;

/**
 * The claims that an audit had not come to when it was interrupted, or when this report was
 * written.
 *
 * @param names their names, in the order of the file
 */
record UndecidedSection(List<String> names) implements ReportSection {
  private static final String WHY = "interrupted: the audit had not decided this claim";

  UndecidedSection {
    names = List.copyOf(names);
  }

  @Override
  public List<SectionVerdict> verdicts() {
    return names.stream()
        .map(name -> new SectionVerdict(name, ClaimState.INCONCLUSIVE, WHY, WHY + "."))
        .toList();
  }

  @Override
  public String key() {
    return "undecided";
  }

  @Override
  public ArrayNode json() {
    ArrayNode undecided = JsonNodeFactory.instance.arrayNode();
    names.forEach(undecided::add);
    return undecided;
  }

  @Override
  public String summary() {
    StringBuilder html = new StringBuilder();
    html.append(
        Html.paragraph("interrupted", "Interrupted before there was a verdict on these claims:"));
    html.append("<ul class=\"undecided\">\n");
    names.forEach(name -> html.append("<li>").append(Html.text(name)).append("</li>\n"));
    return html.append("</ul>\n").toString();
  }

  @Override
  public String html() {
    return "";
  }
}
