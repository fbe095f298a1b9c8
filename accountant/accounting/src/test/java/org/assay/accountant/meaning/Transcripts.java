package org.assay.accountant.meaning;

import java.util.List;

/** All sequences of outputs, numbered so that those with a common beginning stand together. */
final class Transcripts {
  private final List<Mechanism> mechanisms;
  private final int[] outcomes;
  private final int[] after;
  private final int count;

  /** All transcripts of calls of some mechanisms. */
  Transcripts(List<Mechanism> mechanisms) {
    this.mechanisms = List.copyOf(mechanisms);
    this.outcomes = mechanisms.stream().mapToInt(Mechanism::outcomes).toArray();
    this.after = new int[outcomes.length];
    int product = 1;
    for (int call = outcomes.length - 1; call >= 0; call--) {
      after[call] = product;
      product = Math.multiplyExact(product, outcomes[call]);
    }
    this.count = product;
  }

  int count() {
    return count;
  }

  int calls() {
    return outcomes.length;
  }

  int outcomes(int call) {
    return outcomes[call];
  }

  int outcome(int call, int transcript) {
    return transcript / after[call] % outcomes[call];
  }

  /** The block of its mechanism that a call's output is one of. */
  int block(int call, int transcript) {
    int outcome = outcome(call, transcript);
    int block = 0;
    while (outcome >= mechanisms.get(call).blocks().get(block).outcomes()) {
      outcome -= mechanisms.get(call).blocks().get(block).outcomes();
      block++;
    }
    return block;
  }

  int blocks(int call) {
    return mechanisms.get(call).blocks().size();
  }

  /** The number of what was released before a call. */
  int history(int call, int transcript) {
    return transcript / (after[call] * outcomes[call]);
  }

  int histories(int call) {
    return count / (after[call] * outcomes[call]);
  }
}
