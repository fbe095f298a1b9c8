package org.assay.spark;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.verify.trial.TrialCluster.TrialClusterException;

/** What went wrong, in one line. */
final class Failures {
  /** Spark repeats a task's exception as text, with its class before the message. */
  private static final Pattern REFUSAL =
      Pattern.compile(Pattern.quote(TrialClusterException.class.getName()) + ": (.*)");

  private static final Pattern MOST_RECENT =
      Pattern.compile("most recent failure: [^\\n]*?\\): ?(.*)|most recent failure: (.*)");

  private Failures() {}

  static String firstLine(Throwable failure) {
    Throwable origin = failure;
    while (origin.getCause() != null) {
      origin = Objects.requireNonNull(origin.getCause());
    }
    return String.valueOf(origin).lines().findFirst().orElse("");
  }

  /** Spark stops an application whose master is gone, or did not answer for a minute. */
  static TrialClusterException ofStoppedContext(String master, IllegalStateException failure) {
    return new TrialClusterException(
        "master was " + master + ": it did not answer, or ended the application; see its log",
        failure);
  }

  /** Why a job failed: in the words of a task that refused, or what happened to it last. */
  static TrialClusterException ofJob(Throwable failure) {
    String text = String.valueOf(failure.getMessage());
    Matcher refusal = REFUSAL.matcher(text);
    if (refusal.find()) {
      return new TrialClusterException(refusal.group(1), failure);
    }
    Matcher last = MOST_RECENT.matcher(text);
    String reason =
        last.find()
            ? Optional.ofNullable(last.group(1)).orElseGet(() -> last.group(2))
            : firstLine(failure);
    return new TrialClusterException(
        "runs failed on the cluster as often as it allows (spark.task.maxFailures): " + reason,
        failure);
  }
}
