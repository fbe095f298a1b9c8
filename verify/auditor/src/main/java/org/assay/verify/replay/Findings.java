package org.assay.verify.replay;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Findings, each kind once for each subject: the first one, or the one furthest off. */
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
    if (first instanceof Finding.SensitivityExceeded a
        && second instanceof Finding.SensitivityExceeded b) {
      return b.used() > a.used() ? b : a;
    }
    if (first instanceof Finding.CostExceedsClaim a
        && second instanceof Finding.CostExceedsClaim b) {
      return b.cost().shareOfClaim() > a.cost().shareOfClaim() ? b : a;
    }
    return first;
  }
}
