package org.assay.testing.internal.suite;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of this execution of the suite, if the configuration has none. */
final class RunName {
  /**
   * The time at which surefire began, as it appears in the names of dump files. All JVMs of one
   * build have the same time.
   */
  private static final Pattern SUREFIRE =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d_\\d{3})-jvmRun\\d+");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss_SSS").withZone(ZoneOffset.UTC);

  private static final String THIS_PROCESS =
      of(System.getProperty("sun.java.command", ""), ProcessHandle.current());

  private RunName() {}

  static String ofThisProcess() {
    return THIS_PROCESS;
  }

  static String of(String command, ProcessHandle process) {
    Matcher stamp = SUREFIRE.matcher(command);
    if (stamp.find()) {
      return stamp.group(1);
    }
    Instant start = process.info().startInstant().orElseGet(Instant::now);
    return TIME.format(start) + "-" + process.pid();
  }
}
