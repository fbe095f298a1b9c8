package org.assay.cli.internal.terminal;

import java.time.Duration;

/** The styles of progress messages. */
public enum ProgressStyle {
  /** One line of the terminal that is written over and over. */
  BAR(Duration.ofSeconds(1)),

  /** A line every half a minute, for logs. */
  PLAIN(Duration.ofSeconds(30)),

  /** No messages. */
  NONE(Duration.ofDays(1));

  private final Duration patience;

  ProgressStyle(Duration patience) {
    this.patience = patience;
  }

  /** Time before the first message, and between two messages. */
  Duration patience() {
    return patience;
  }
}
