package org.assay.accountant.internal.iteration.recoupling;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which of several profiles, one for each horizon, a smallest profile is made of. */
final class NeededHorizons {
  /** What a logarithm may be above the smallest one without any matter. */
  private static final double TRIFLE = 1e-4;

  private final LatticeProfile before;
  private final Map<Long, LatticeProfile> profiles = new TreeMap<>();

  /** A profile that holds without any of the others. */
  NeededHorizons(LatticeProfile before) {
    this.before = before;
  }

  /** Adds a profile, and leaves out the earlier ones that are no longer needed. */
  void add(long horizon, LatticeProfile profile) {
    profiles.put(horizon, profile);
    for (Map.Entry<Long, LatticeProfile> one : List.copyOf(profiles.entrySet())) {
      if (isIdle(one)) {
        profiles.remove(one.getKey());
      }
    }
  }

  /** Whether the others and the profile before are nearly as small everywhere. */
  private boolean isIdle(Map.Entry<Long, LatticeProfile> one) {
    for (int i = 0; i <= before.lattice().points(); i++) {
      double others = before.logAt(i);
      for (Map.Entry<Long, LatticeProfile> other : profiles.entrySet()) {
        if (!other.getKey().equals(one.getKey())) {
          others = Math.min(others, other.getValue().logAt(i));
        }
      }
      if (one.getValue().logAt(i) < others - TRIFLE) {
        return false;
      }
    }
    return true;
  }

  /** The horizons that are needed, in rising order. */
  List<Long> horizons() {
    return List.copyOf(profiles.keySet());
  }

  /** What they prove together. */
  LatticeProfile profile() {
    return profiles.values().stream().reduce(before, LatticeProfile::min);
  }
}
