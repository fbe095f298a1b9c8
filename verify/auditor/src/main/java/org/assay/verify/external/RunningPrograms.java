package org.assay.verify.external;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * All programs under way, so that none outlives this virtual machine when it shuts down. When it is
 * killed, no code of it runs: {@link ProgramStart} sees to that.
 */
final class RunningPrograms {
  private static final Set<Process> PROCESSES = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> PROCESSES.forEach(RunningPrograms::kill), "assay-program-end"));
  }

  private RunningPrograms() {}

  static void add(Process process) {
    PROCESSES.add(process);
  }

  /**
   * Kills a program and all its descendants; the system is told to forget it. What a descendant
   * left behind when it ended, as a daemon is, is nobody's descendant and goes on.
   */
  static void kill(Process process) {
    try (Stream<ProcessHandle> children = process.descendants()) {
      // The list is taken first: an orphan is nobody's descendant.
      children.toList().forEach(ProcessHandle::destroyForcibly);
    }
    process.destroyForcibly();
    PROCESSES.remove(process);
  }
}
