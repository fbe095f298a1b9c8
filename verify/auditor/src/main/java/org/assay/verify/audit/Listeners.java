package org.assay.verify.audit;

import java.util.function.Consumer;

/**
 * Who hears about an audit under way.
 *
 * @param progress called after every batch, those of a checkpoint included
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
