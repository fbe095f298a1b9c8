package org.assay.verify.audit;

import java.util.function.Consumer;

/**
 * Listeners of an audit in progress.
 *
 * @param progress called after every batch, including those of a checkpoint
 * @param resumption called once, when all batches of a checkpoint have been replayed
 */
record Listeners(Consumer<Checkpoint> progress, Consumer<Checkpoint> resumption) {
  static final Listeners NOBODY = new Listeners(state -> {}, state -> {});

  Listeners withProgress(Consumer<Checkpoint> listener) {
    return new Listeners(listener, resumption);
  }

  Listeners withResumption(Consumer<Checkpoint> listener) {
    return new Listeners(progress, listener);
  }
}
