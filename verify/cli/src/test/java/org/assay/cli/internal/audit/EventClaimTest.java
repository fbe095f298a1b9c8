package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.assay.cli.Invocation;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims that a run costs what is certified of an event; a true one falls with at most 1e-6. */
class EventClaimTest {
  private static final String SAMPLED =
      "{event: {repeat: {times: 8, event: {poisson: {sampling_probability: 0.1, event:"
          + " {gaussian: {noise_multiplier: 1}}}}}}, delta: 1e-5}";

  @TempDir private Path directory;

  /** Eight sums with noise on samples of one record. */
  private static Outcome sums(double dataset, double samplingProbability, RandomGenerator random) {
    double[] sums = new double[8];
    Arrays.setAll(
        sums,
        i ->
            (random.nextDouble() < samplingProbability ? dataset : 0)
                + Math.rint(random.nextGaussian() * 0x1p20) / 0x1p20);
    return Outcome.of(sums);
  }

  /** At the rate that is accounted for. */
  public static final class Honest implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      return sums(dataset, 0.1, random);
    }
  }

  /** At twice that rate. */
  public static final class TwiceTheRate implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      return sums(dataset, 0.2, random);
    }
  }

  private Invocation audit(String mechanism, String guarantee) throws IOException {
    Path file = directory.resolve("claims.yaml");
    Files.writeString(
        file,
        """
        error_probability: 1e-6
        claims:
          - name: sampled sums
            adjacency: zero-out
            guarantee: %s
            pairs: {explicit: [{left: 1, right: 0}]}
            mechanism: {class: %s}
            budget: {runs: 40000}
        """
            .formatted(guarantee, mechanism));
    return Invocation.of("audit", file.toString());
  }

  @Test
  void aRunAtTwiceTheRateIsNoneOfTheEvent() throws IOException {
    Invocation honest = audit(Honest.class.getName(), SAMPLED);
    assertEquals(0, honest.code(), honest.out() + honest.err());
    Invocation twice = audit(TwiceTheRate.class.getName(), SAMPLED);
    assertEquals(1, twice.code(), twice.out() + twice.err());
  }

  /** True claims are proved, false ones refuted, where neighbours attain what is certified. */
  @Test
  void claimsAboutEventsAreDecidedInEveryCurrency() throws IOException {
    String laplace = "{laplace: {noise_multiplier: 1}}";
    decided(laplace, "{zcdp: {rho: 0.36}}", "{zcdp: {rho: 0.36788}}");
    decided(laplace, "{gaussian: {mu: 1.03}}", "{gaussian: {mu: 1.0301}}");
    decided(laplace, "{pure: {epsilon: 0.999}}", "{pure: {epsilon: 1}}");
    decided(
        laplace,
        "{renyi: [{order: 2, epsilon: 0.3}]}",
        "{renyi: [{order: 2, epsilon: 0.6192}, {order: 8, epsilon: 0.95}]}");
    decided(
        "{randomized-response: {truth_probability: 0.8807970779778823}}",
        "{zcdp: {rho: 0.5}}",
        "{zcdp: {rho: 1.5232}}");
    decided(
        "{exponential-mechanism: {epsilon: 1}}",
        "{renyi: [{order: 2, epsilon: 0.2}]}",
        "{renyi: [{order: 2, epsilon: 0.25}]}");
    decided(
        "{poisson: {sampling_probability: 0.5, event: {laplace: {noise_multiplier: 1}}}}",
        "{renyi: [{order: 2, epsilon: 0.15}]}",
        "{renyi: [{order: 2, epsilon: 0.25}]}");
    decided("{permute-and-flip: {epsilon: 2}}", "{zcdp: {rho: 0.9418}}", "{zcdp: {rho: 1.5232}}");
    String cut = "{truncated-laplace: {scale: 1, bound: 8}}";
    assertEquals(1, about(cut, "{zcdp: {rho: 1000}}").code());
    assertEquals(1, about(cut, "{pure: {epsilon: 1000}}").code());
    // What is only promised may lose nothing.
    Invocation promised = about("{pure: {epsilon: 1}}", "{zcdp: {rho: 0.01}}");
    assertTrue(promised.out().contains(": neither proved nor refuted"), promised.out());
  }

  private void decided(String event, String falseClaim, String trueClaim) throws IOException {
    Invocation refuted = about(event, falseClaim);
    assertEquals(1, refuted.code(), refuted.out() + refuted.err());
    Invocation proved = about(event, trueClaim);
    assertTrue(proved.out().startsWith("certified"), proved.out() + proved.err());
  }

  private Invocation about(String event, String guarantee) throws IOException {
    Path file = directory.resolve("about.yaml");
    Files.writeString(
        file,
        "claims: [{name: about, adjacency: add-remove, event: %s, guarantee: %s}]"
            .formatted(event, guarantee));
    return Invocation.of("audit", file.toString());
  }

  @Test
  void whatIsRefused() throws IOException {
    refused("{event: {gaussian: {noise_multiplier: 1}}}", "has no 'delta'");
    refused("{delta: 1e-5}", "needs exactly one of pure, approximate");
    refused("{pure: {epsilon: 1}, zcdp: {rho: 1}}", "or event and delta");
    refused("{event: {no-op: {}}, delta: 1e-5}", "event");
    refused(
        "{event: {gaussian: {noise_multiplier: 1, adjacency: replace-one}}, delta: 1e-5}",
        "replace-one");
  }

  private void refused(String guarantee, String words) throws IOException {
    Invocation refused = audit(Honest.class.getName(), guarantee);
    assertEquals(2, refused.code(), refused.out());
    assertTrue(refused.err().contains(words), refused.err());
  }
}
