package org.assay.cli.internal.evaluate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.assay.cli.Invocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionFunctionsTest {
  /** Expected values: the recursion and the closed formula with 40 digits. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "partition_keep_probability | 'eps':1,'delta':1e-5,'records':1 | 1.0000000000000001e-5",
        "partition_keep_probability | 'eps':1,'delta':1e-5,'records':5 | 0.00085791024883721609",
        "partition_keep_probability | 'eps':1,'delta':1e-5,'records':30 | 1",
        "partition_keep_probability | 'eps':0.1,'delta':1e-6,'records':5 | 6.1682571814530907e-6",
        "partition_keep_probability | 'eps':2,'delta':1e-8,'records':5 | 3.4473739866665384e-5",
        "partition_first_certain | 'eps':1,'delta':1e-5 | 23",
        "truncated_laplace_bound | 'eps':0.1,'delta':1e-6,'sensitivity':1 | 108.70213932843313"
      })
  void enclosesTheFormula(String function, String arguments, double expected) throws IOException {
    JsonNode answer = answer(function, arguments);
    double margin = 2e-16 * expected;
    double lower = answer.get("lower").asDouble();
    double upper = answer.get("upper").asDouble();
    assertTrue(lower <= expected + margin && upper >= expected - margin, answer::toString);
    assertTrue(upper - lower <= 1e-13 * expected, answer::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "partition_keep_probability | 'eps':0,'delta':1e-5,'records':1 | eps was 0.0",
        "partition_keep_probability | 'eps':1,'delta':1e-5,'records':1.5 | records was 1.5",
        "partition_first_certain | 'eps':1,'delta':0 | delta was 0.0",
        "truncated_laplace_bound | 'eps':1,'delta':0.5,'sensitivity':1 | below 1/2"
      })
  void numbersOutOfRangeAreRefused(String function, String arguments, String reason)
      throws IOException {
    JsonNode answer = answer(function, arguments);
    assertTrue(answer.get("error").textValue().contains(reason), answer::toString);
  }

  private static JsonNode answer(String function, String arguments) throws IOException {
    String line = "{'fn':'" + function + "','args':{" + arguments + "}}";
    return new ObjectMapper()
        .readTree(Invocation.withInput(line.replace('\'', '"'), "evaluate").out());
  }
}
