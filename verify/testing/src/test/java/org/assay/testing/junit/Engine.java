package org.assay.testing.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assay.testing.internal.suite.SuiteSettings;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs a class with Jupiter, in a suite of its own. */
final class Engine {
  private Engine() {}

  static EngineExecutionResults run(Class<?> type, Path directory) {
    return run(type, directory, Map.of());
  }

  static EngineExecutionResults run(
      Class<?> type, Path directory, Map<String, String> configuration) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(type))
        .configurationParameters(configuration)
        .configurationParameter(SuiteSettings.DIRECTORY, directory.toString())
        .execute();
  }

  /** Messages of whatever failed, containers included. */
  static List<String> failures(EngineExecutionResults results) {
    return results.allEvents().executions().stream()
        .map(execution -> execution.getTerminationInfo())
        .filter(info -> info.executed())
        .map(info -> info.getExecutionResult())
        .flatMap(result -> result.getThrowable().stream())
        .map(thrown -> String.valueOf(thrown.getMessage()))
        .toList();
  }

  static long successes(EngineExecutionResults results) {
    return results.testEvents().executions().stream()
        .map(execution -> execution.getTerminationInfo().getExecutionResult().getStatus())
        .filter(TestExecutionResult.Status.SUCCESSFUL::equals)
        .count();
  }
}
