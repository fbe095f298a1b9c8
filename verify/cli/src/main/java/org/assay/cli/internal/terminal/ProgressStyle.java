package org.assay.cli.internal.terminal;

import java.time.Duration;

/** How progress is told. */
public enum ProgressStyle {
  /** One line of the terminal that is written over and over. */
  BAR(Duration.ofSeconds(1)),

  /** A line every half a minute, for logs. */
  PLAIN(Duration.ofSeconds(30)),

  /** Not at all. */
  NONE(Duration.ofDays(1));

  private final Duration patience;

  ProgressStyle(Duration patience) {
    this.patience = patience;
  }

  /** How long it waits before it says anything, and between one time and the next. */
  Duration patience() {
    return patience;
  }
}
