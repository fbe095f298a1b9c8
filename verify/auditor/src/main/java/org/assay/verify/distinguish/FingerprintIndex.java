package org.assay.verify.distinguish;

import java.util.Arrays;

/** Numbers some fingerprints in the order given; most lookups are of fingerprints it lacks. */
final class FingerprintIndex {
  private static final int SLOTS_PER_ENTRY = 4;

  private final long[] fingerprints;
  private final int[] slots;
  private final int mask;

  /** An index of distinct fingerprints. */
  FingerprintIndex(long[] fingerprints) {
    this.fingerprints = fingerprints.clone();
    int size = Integer.highestOneBit(Math.max(1, fingerprints.length)) * 2 * SLOTS_PER_ENTRY;
    this.slots = new int[size];
    this.mask = size - 1;
    Arrays.fill(slots, -1);
    for (int i = 0; i < fingerprints.length; i++) {
      int slot = slot(fingerprints[i]);
      while (slots[slot] >= 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = i;
    }
  }

  int size() {
    return fingerprints.length;
  }

  /** The number of a fingerprint, -1 if it has none. */
  int find(long fingerprint) {
    int slot = slot(fingerprint);
    while (slots[slot] >= 0) {
      if (fingerprints[slots[slot]] == fingerprint) {
        return slots[slot];
      }
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  private int slot(long fingerprint) {
    return (int) (fingerprint ^ (fingerprint >>> 32)) & mask;
  }
}
