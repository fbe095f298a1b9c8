package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fourteen cases in which an auditor that says "not refuted" misleads, or refutes a true claim,
 * from the claims file to what a user reads. A true claim is refuted with probability at most 1e-6.
 */
@Timeout(300)
class SilentCasesTest {
  private static final String PAIR = "explicit: [{left: 0, right: 1}]";
  private static final String ONE = "pure: {epsilon: 1}";

  @TempDir private Path directory = Path.of("");

  private Invocation audit(String mechanism, String guarantee, String pairs, String... more)
      throws IOException {
    Path file = directory.resolve("claims.yaml");
    Files.writeString(
        file,
        """
        error_probability: 1e-6
        claims:
          - name: case
            adjacency: replace-one
            guarantee: {%s}
            pairs: {%s}
            mechanism: {%s}
            budget: {runs: 4000}
        """
            .formatted(guarantee, pairs, mechanism));
    String[] words = new String[2 + more.length];
    words[0] = "audit";
    words[1] = file.toString();
    System.arraycopy(more, 0, words, 2, more.length);
    return Invocation.of(words);
  }

  private static String method(String name) {
    return "class: '" + SilentCases.class.getName() + "#" + name + "'";
  }

  private static String program(String manner) {
    return "command: " + SilentCases.command(manner);
  }

  private void falls(String mechanism, String word) throws IOException {
    Invocation audit = audit(mechanism, ONE, PAIR);
    assertEquals(1, audit.code(), audit.out() + audit.err());
    assertTrue(audit.out().contains(word), audit.out());
  }

  private void stands(String mechanism) throws IOException {
    Invocation audit = audit(mechanism, ONE, PAIR);
    assertEquals(0, audit.code(), audit.out() + audit.err());
    assertTrue(audit.out().startsWith("not refuted"), audit.out());
  }

  @Test
  void case1AnExactCountInAnObject() throws IOException {
    falls(program("object"), "shown by: ");
    stands(program("honest-object"));
  }

  @Test
  void case2AllRunsFail() throws IOException {
    Invocation audit = audit(method("failing"), ONE, PAIR, "--strict");
    assertEquals(3, audit.code(), audit.out() + audit.err());
    assertTrue(audit.out().startsWith("inconclusive"), audit.out());
  }

  @Test
  void case3ALeakAtCoordinate150Of200() throws IOException {
    falls(method("oneCoordinate"), "shown by: coordinate 150 ");
    stands(method("allCoordinates"));
  }

  @Test
  void case4NoNoiseFromCoordinate101On() throws IOException {
    falls(method("halfTheCoordinates"), "shown by: ");
  }

  @Test
  void case5ANumberInsideText() throws IOException {
    falls(method("sentence"), "shown by: ");
    stands(method("honestSentence"));
  }

  @Test
  void case6HowANumberIsWritten() throws IOException {
    falls(program("written"), "shown by: ");
  }

  @Test
  void case7EverythingFromTwoSeeds() throws IOException {
    falls(method("twoSeeds"), "claimed 1.0-DP");
  }

  @Test
  void case8TwiceWithOneSeed() throws IOException {
    Invocation audit = audit(method("twice"), ONE, PAIR);
    assertEquals(1, audit.code(), audit.out() + audit.err());
    stands(method("twiceHonest"));
  }

  /** Beforehand: however many guesses are right, so few canaries cannot refute the claim. */
  @Test
  void case9CanariesThatCannotRefute() {
    String plan = "canaries --plan --canaries 100 --claim-mu 2 --adjacency add-remove --strict";
    Invocation said = Invocation.of(plan.split(" "));
    assertEquals(3, said.code(), said.out());
    assertTrue(said.out().contains("inconclusive before it begins"), said.out());
  }

  @Test
  void case10ConsistentWithLittlePower() throws IOException {
    Invocation audit = audit(method("exactly"), ONE, PAIR);
    String first = audit.out().lines().findFirst().orElseThrow();
    assertTrue(first.contains(" did not refute it; they could have shown "), first);
    assertTrue(first.contains(" tried; showing "), first);
  }

  /** Requests for many runs take longer than the limit, single runs do not. */
  @Test
  void case11SlowOnOneDatasetOnly() throws IOException {
    Invocation audit =
        audit(program("slow") + ", timeout_seconds: 0.5", ONE, PAIR, "--runs", "300");
    assertEquals(0, audit.code(), audit.out() + audit.err());
  }

  @Test
  void case12SumsThatCannotBe() throws IOException {
    Invocation audit =
        audit(method("validating"), ONE, "family: {kind: sums, low: 0, high: 1, count: 64}");
    assertEquals(0, audit.code(), audit.out() + audit.err());
  }

  /** A program that reads no text for a number is told so; that refutes no claim. */
  @Tag("slow")
  @Test
  void case13NanAsText() throws IOException {
    Invocation audit =
        audit(
            program("number") + ", runs_per_request: 2",
            ONE,
            "explicit: [{left: 0, right: .nan}]",
            "--runs",
            "200");
    assertEquals(0, audit.code(), audit.out() + audit.err());
    assertTrue(audit.out().startsWith("inconclusive "), audit.out());
    assertTrue(audit.out().contains("say 'nan: bare' of the mechanism"), audit.out());
  }

  /** Half the noise spends epsilon 2: no scale above 2 of a profile that is kept with all noise. */
  @Test
  void case14AProfileWithAPointAtEpsilon0() throws IOException {
    double atZero = 1 - Math.exp(-0.5);
    String profile = "profile: [{epsilon: 0, delta: " + atZero + "}, {epsilon: 1, delta: 0}]";
    Invocation audit = audit(method("half"), profile, PAIR);
    assertEquals(1, audit.code(), audit.out() + audit.err());
    String scale = audit.out().replaceAll("(?s).*audited [^>]* > ([\\d.]+),.*", "$1");
    assertTrue(Double.parseDouble(scale) <= 2, audit.out());
  }

  /** A release without noise stands beside one with noise, or is too long for a double. */
  @ParameterizedTest
  @CsvSource({
    "error, shown by: \"count\" ",
    "name, shown by: \"who\" is",
    "counter, shown by: output is 100000000000000000",
    "rare-key, shown by: the key \"a\" is there;"
  })
  void case15WhatIsReleasedWithoutNoise(String manner, String event) throws IOException {
    falls(program(manner), event);
  }

  @Test
  void case16WhatIsNotLookedAtStandsInTheLine() throws IOException {
    Invocation audit = audit(program("sentence"), ONE, PAIR);
    String first = audit.out().lines().findFirst().orElseThrow();
    assertTrue(first.startsWith("not refuted"), audit.out() + audit.err());
    assertTrue(first.contains("not the letters within words that do not repeat"), first);
  }
}
