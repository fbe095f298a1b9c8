package org.assay.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Who looks at a clock, and what for: nothing that an audit runs, learns or reports may depend on
 * how busy the machine is, but for limits of time that were asked for.
 */
class WallTimeTest {
  private static final Pattern CLOCK =
      Pattern.compile(
          "\\b(nanoTime|currentTimeMillis|Instant\\.now|Clock\\.system\\w*|LocalDate\\w*\\.now"
              + "|ZonedDateTime\\.now|new Date\\(\\)|totalCpuDuration|getCurrentThreadCpuTime)\\b");

  private static final Map<String, String> USERS =
      Map.ofEntries(
          Map.entry("audit/AuditSettings", "the clock of an audit: limits, and the time used"),
          Map.entry("trial/TrialRunner", "deadlines, and how work is spread (AuditClockTest)"),
          Map.entry("trial/BatchMechanism", "Javadoc of a deadline"),
          Map.entry("trial/TrialSession", "Javadoc of a deadline"),
          Map.entry("trial/RunClock", "the limit of a run that was asked for"),
          Map.entry(
              "external/OutsideMechanism", "whether a request timed out because runs are slow"),
          Map.entry("external/Program", "the deadline of an audit whose time is limited"),
          Map.entry("walk/RampSearch", "a limit of time that was asked for"),
          Map.entry("walk/StepSearch", "a limit of time that was asked for"),
          Map.entry("audit/AuditCourse", "when a report is written before the end"),
          Map.entry("audit/AuditProgress", "the time left, on standard error"),
          Map.entry("audit/AuditRun", "the clock of AuditProgress"),
          Map.entry("audit/EventFile", "the seconds in --events"),
          Map.entry("terminal/Progress", "how often progress is shown"),
          Map.entry("walk/WalkCommand", "--seconds"),
          Map.entry("spark/SparkTrials", "the deadline of an audit whose time is limited"),
          Map.entry("spark/TrialTask", "a statistic of a task"),
          Map.entry("budget/ChargeQueue", "how long rows that others hold are tried"),
          Map.entry("budget/JdbcTable", "how long a database is tried again"),
          Map.entry("database/Session", "the deadline of an audit whose time is limited"),
          Map.entry("markup/Html", "the date at the foot of a page"),
          Map.entry("kernel/Headers", "the date of a message to a notebook"),
          Map.entry("bench/AuditOverheadBenchmark", "a benchmark"),
          Map.entry("bench/ReplayScore", "a benchmark"));

  @Test
  void everybodyWhoLooksAtClockIsKnown() {
    TreeMap<String, String> users = new TreeMap<>(USERS);
    TreeSet<String> found = new TreeSet<>();
    SourceTree.mainFiles().stream()
        .filter(file -> CLOCK.matcher(SourceTree.read(file)).find())
        .forEach(file -> found.add(place(SourceTree.name(file))));
    assertEquals(users.navigableKeySet(), found);
  }

  /** The last package and the class. */
  private static String place(String name) {
    return name.replaceAll(".*/([^/]+/[^/]+)\\.java", "$1");
  }
}
