package org.assay.verify.replay;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects findings: for each kind and subject the worst one, or the first of equally bad ones. */
final class Findings {
  private final Map<List<Object>, Finding> byKind = new LinkedHashMap<>();

  void add(Finding finding) {
    List<Object> kind = List.of(finding.getClass(), finding.subject(), finding.evidence());
    byKind.merge(kind, finding, Findings::worse);
  }

  List<Finding> all() {
    return List.copyOf(byKind.values());
  }

  private static Finding worse(Finding first, Finding second) {
    return second.severity() > first.severity() ? second : first;
  }
}
