package org.assay.cli.internal.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How claims divide the error probability of their file. */
class ErrorSharesTest {
  private static final String CLAIM =
      """
        - name: %s
          mechanism: {class: %s}
          adjacency: replace-one
          guarantee: {pure: {epsilon: 1}}
          pairs: {explicit: [{left: 0, right: 1}]}
          %s
      """;

  @TempDir private Path directory = Path.of("");

  /** What the claims of a file get whose error probability is 0.001. */
  private List<Double> shares(String... own) throws IOException {
    StringBuilder text = new StringBuilder("error_probability: 0.001\nclaims:\n");
    for (int i = 0; i < own.length; i++) {
      text.append(CLAIM.formatted("claim" + i, Answer.class.getName(), own[i]));
    }
    Path file = Files.writeString(directory.resolve("claims.yaml"), text);
    return ClaimsReader.read(file, OptionalLong.empty()).shares();
  }

  private String refusal(String... own) {
    return assertThrows(InputException.class, () -> shares(own)).getMessage();
  }

  /** A mechanism. */
  public static final class Answer implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      return Outcome.of(random.nextDouble());
    }
  }

  @Test
  void claimsShareEqually() throws IOException {
    List<Double> shares = shares("", "");
    assertEquals(0.0005, shares.get(0), 1e-15);
    assertEquals(shares.get(0), shares.get(1));
    assertTrue(shares.get(0) + shares.get(1) <= 0.001);
  }

  @Test
  void claimsTakeAPartOfTheirOwn() throws IOException {
    List<Double> shares = shares("", "error_probability: 0.0007", "");
    assertEquals(0.0007, shares.get(1));
    assertEquals(0.00015, shares.get(0), 1e-15);
    assertEquals(shares.get(0), shares.get(2));
    assertEquals(List.of(0.001), shares("error_probability: 0.001"));
  }

  @Test
  void nothingIsSpentTwice() {
    String much = refusal("error_probability: 0.0007", "error_probability: 0.0004");
    assertTrue(much.contains("error_probability was 4.0E-4: only 3.0"), much);
    String none = refusal("error_probability: 0.001", "");
    assertTrue(none.contains("leaves nothing of the file's for other claims"), none);
    String zero = refusal("error_probability: 0");
    assertTrue(zero.contains("must be strictly between 0 and 1"), zero);
  }
}
