package org.assay.cli.internal.price;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.cli.Invocation;

/** Calibration, batches and commands answer about one run what the library answers. */
class CalibrationRelationsProperties {
  private static final double DELTA = 1e-5;

  private static DpEvent run(double noise, double q, long steps) {
    return DpEvent.gaussian(noise, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(q).times(steps);
  }

  private static JsonNode json(Invocation invocation) throws IOException {
    assertEquals(0, invocation.code(), invocation.err());
    return new ObjectMapper().readTree(invocation.out());
  }

  private static void assertSame(Enclosure expected, JsonNode answer) {
    assertEquals(expected.lowerDecimal(), answer.get("lower").asText());
    assertEquals(expected.upperDecimal(), answer.get("upper").asText());
  }

  @Property(tries = 2, seed = "20261123")
  void whatMeetsTheTargetDoesSoOnEveryRoute(
      @ForAll @Scale(3) @DoubleRange(min = 0.5, max = 4) double epsilon,
      @ForAll @Scale(3) @DoubleRange(min = 0.01, max = 0.5) double q,
      @ForAll @LongRange(min = 1, max = 100) long steps)
      throws IOException {
    Guarantee.Approximate target = new Guarantee.Approximate(epsilon, DELTA, ADD_OR_REMOVE);
    double noise =
        Calibrator.tightest(target).smallestNoiseMultiplier(s -> run(s, q, steps)).value();
    double byRenyi = Calibrator.rdp(target).smallestNoiseMultiplier(s -> run(s, q, steps)).value();
    assertTrue(noise <= byRenyi * (1 + 2e-6), noise + " and " + byRenyi);
    Enclosure tightest =
        TightestBound.of(run(noise, q, steps), ADD_OR_REMOVE).epsilon(DELTA).value();
    assertTrue(tightest.upper() <= epsilon && tightest.upper() >= epsilon * (1 - 1e-5));
    Enclosure renyi = Accountant.rdp(ADD_OR_REMOVE).compose(run(noise, q, steps)).epsilonAt(DELTA);
    assertTrue(tightest.upper() <= renyi.upper(), tightest + " and " + renyi);
    String batch =
        "{\"fn\":\"sgm_compose_eps\",\"args\":{\"q\":%s,\"sigma\":%s,\"T\":%d,\"delta\":%s,\"adjacency\":\"add-remove\"}}"
            .formatted(q, noise, steps, DELTA);
    assertSame(tightest, json(Invocation.withInput(batch, "evaluate")));
    String words =
        "epsilon '%d x poisson(%s, gaussian(%s))' --json --adjacency add-remove --delta %s"
            .formatted(steps, q, noise, DELTA);
    Invocation command = Invocation.of(Invocation.words(words));
    assertSame(tightest, json(command).get("epsilon"));
  }
}
