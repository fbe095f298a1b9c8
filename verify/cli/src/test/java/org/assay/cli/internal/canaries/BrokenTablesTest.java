package org.assay.cli.internal.canaries;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.canaries.CanariesCommand.RecordedSteps;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.audit.Verdict;
import org.assay.verify.training.StepClaim;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever becomes of a table on its way, it is read or refused in one line. */
class BrokenTablesTest {
  private static final String SCORES =
      """
      # coins: independent fair
      # rule: fixed before the scores
      # runs: independent
      # adjacency: add-remove
      # guesses: 2, 4
      run,canary,included,score
      1,a,true,0.9
      1,b,false,-2e-1
      2,a,1,inf
      2,b,0,0.1
      """;
  private static final String THRESHOLDS =
      """
      {"rule": "fixed before the scores", "runs": "independent", "adjacency": "add-remove", "thresholds": [0.5]}
      {"run": 1, "canary": "a", "included": true, "score": 0.9}
      {"run": 2, "canary": "a", "included": false, "score": -Infinity}
      """;
  private static final String STEPS =
      """
      {"coins": "independent fair", "adjacency": "replace-one"}
      {"step": 1, "included": true, "projection": 0.9}
      {"step": 2, "included": false, "projection": -Infinity}
      """;
  private static final String ALPHABET = "\n\n,:#{}[]\"019.eE-+ aNIt\u0000\u001b\u00e9";
  private static final int TRIALS = 600;

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {SCORES, THRESHOLDS, STEPS})
  void areReadOrRefused(String good) throws IOException {
    SplittableRandom random = new SplittableRandom(good.length());
    Path file = directory.resolve("table");
    int refused = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      byte[] bytes = changed(good, random).getBytes(StandardCharsets.UTF_8);
      if (trial % 10 == 0) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, bytes);
      try {
        assertTrue(look(file, good.equals(STEPS)));
      } catch (InputException | IllegalArgumentException e) {
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError(new String(bytes, StandardCharsets.UTF_8), e);
      }
    }
    assertTrue(refused > TRIALS / 4 && refused < TRIALS, "refused " + refused);
  }

  private static boolean look(Path file, boolean steps) {
    Guarantee claim = new Guarantee.Gaussian(1, AdjacencyRelation.ADD_OR_REMOVE);
    if (steps) {
      RecordedSteps recorded = RecordedSteps.read(file);
      Guarantee same = new Guarantee.Gaussian(1, recorded.adjacency());
      return recorded.audit(StepClaim.of(same), 0.01).verdict() == Verdict.INCONCLUSIVE;
    }
    return !ScoreFile.read(file).evidence(0.01).refutes(claim);
  }

  private static String changed(String good, SplittableRandom random) {
    StringBuilder text = new StringBuilder(good);
    for (int change = random.nextInt(4); change >= 0; change--) {
      int from = random.nextInt(text.length());
      int to = Math.min(text.length(), from + random.nextInt(4));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(from, Math.max(to, Math.min(text.length(), from + 1)));
        case 1 -> text.insert(from, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 2 -> text.insert(from, text.substring(random.nextInt(text.length())));
        default -> text.setCharAt(from, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
      }
      if (text.isEmpty()) {
        text.append(good);
      }
    }
    return text.toString();
  }
}
