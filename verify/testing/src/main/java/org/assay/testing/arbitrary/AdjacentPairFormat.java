package org.assay.testing.arbitrary;

import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.SampleReportingFormat;
import org.assay.verify.trial.AdjacentPair;

/** How jqwik prints the pair that falsified a property; found by the service loader. */
public final class AdjacentPairFormat implements SampleReportingFormat {
  /** For the service loader. */
  public AdjacentPairFormat() {}

  @Override
  public boolean appliesTo(Object value) {
    return value instanceof AdjacentPair;
  }

  @Override
  public Object report(Object value) {
    AdjacentPair<?> pair = (AdjacentPair<?>) value;
    Map<Object, Object> report = new LinkedHashMap<>();
    report.put("left", pair.left());
    report.put("right", pair.right());
    report.put("adjacency", pair.adjacency().label());
    return report;
  }
}
