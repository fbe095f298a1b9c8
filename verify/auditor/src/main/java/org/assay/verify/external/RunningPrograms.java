package org.assay.verify.external;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * All running programs, which are killed when this virtual machine shuts down. If it is killed
 * itself, none of its code runs; {@link ProgramStart} takes care of that case.
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
   * Kills a program and all its descendants. A process whose parent has ended, such as a daemon, is
   * nobody's descendant and goes on.
   */
  static void kill(Process process) {
    try (Stream<ProcessHandle> children = process.descendants()) {
      // The list is taken first: after the program's death its children are nobody's descendants.
      children.toList().forEach(ProcessHandle::destroyForcibly);
    }
    process.destroyForcibly();
    PROCESSES.remove(process);
  }
}
