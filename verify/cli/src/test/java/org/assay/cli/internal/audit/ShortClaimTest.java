package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.Invocation;
import org.assay.cli.JavaCommand;
import org.assay.cli.internal.input.ShellWord;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audits of one claim that options state; true ones are refuted with probability 1e-6 at most. */
@Timeout(300)
class ShortClaimTest {
  @TempDir private Path directory = Path.of("");

  /** Adds geometric noise to a count: two-sided, of ratio exp(-1), which keeps epsilon 1. */
  public static final class NoisyCount implements Mechanism<Long> {
    @Override
    public Outcome run(Long count, RandomGenerator random) {
      return Outcome.of((double) (count + geometric(random) - geometric(random)));
    }

    private static long geometric(RandomGenerator random) {
      return (long) Math.floor(random.nextExponential());
    }
  }

  private static Invocation audit(String claim, String... more) {
    List<String> words =
        new ArrayList<>(List.of("audit", "--mechanism", NoisyCount.class.getName()));
    words.addAll(List.of("--claim", claim, "--data", "counts", "--adjacency", "add-remove"));
    words.addAll(List.of("--error-probability", "1e-6", "--seed", "3"));
    words.addAll(List.of(more));
    return Invocation.of(words.toArray(String[]::new));
  }

  @Test
  void aTrueClaimStandsAndAFalseOneFalls() {
    Invocation good = audit("pure(1)", "--runs", "4000");
    assertEquals(0, good.code(), good.err() + good.out());
    Invocation bad = audit("pure(1/4)", "--runs", "4000");
    assertEquals(1, bad.code(), bad.err() + bad.out());
    assertTrue(bad.out().contains("claimed 0.25-DP under add-remove"), bad.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pure(1) | 1.0-DP under",
        "approximate(ln(3), 1e-5) | (1.0986122886681098, 1.0E-5)-DP under",
        "approximate(delta=1e-5, epsilon=2) | (2.0, 1.0E-5)-DP under",
        "zcdp(0.5) | 0.5-zCDP under",
        "gdp(0.5) | 0.5-GDP under",
      })
  void claimsInEveryCurrency(String claim, String words) {
    Invocation check = audit(claim, "--check");
    assertEquals(0, check.code(), check.err());
    assertTrue(check.out().contains("claimed " + words), check.out());
    assertTrue(check.out().contains("24 pairs, at most 20000 runs"), check.out());
  }

  @Test
  void claimsWhatAnEventCosts() {
    Invocation check = audit("10 x gaussian(4)", "--delta", "1e-6", "--check");
    assertEquals(0, check.code(), check.err());
    Invocation wrong = audit("10 x gausian(4)", "--delta", "1e-6", "--check");
    assertEquals(2, wrong.code());
    assertTrue(wrong.err().contains("did you mean 'gaussian'?"), wrong.err());
  }

  /** The file says the same: no line of the audits differs, and neither do their numbers. */
  @Test
  void whatIsSavedGivesTheSameReport() throws IOException {
    Path file = directory.resolve("deep/claims.yaml");
    String[] options = {"--runs", "2000", "--significant-bits", "24", "--json"};
    Invocation plain = audit("pure(0.5)", options);
    List<String> more = new ArrayList<>(List.of(options));
    more.addAll(List.of("--save", file.toString()));
    Invocation saving = audit("pure(0.5)", more.toArray(String[]::new));
    Invocation saved = Invocation.of("audit", file.toString(), "--json");
    assertEquals(plain.code(), saved.code(), saved.err());
    assertEquals(saving.out(), saved.out().replace("--seed 3", "--seed 3 --runs 2000"));
    assertEquals(claim(plain), claim(saved));
    assertEquals(
        "assay audit --mechanism '"
            + NoisyCount.class.getName()
            + "' --claim 'pure(0.5)' --adjacency add-remove --data counts --error-probability"
            + " 1.0E-6 --significant-bits 24 --seed 3 --runs 2000",
        new ObjectMapper().readTree(plain.out()).at("/claims/0/reproduce").asText());
  }

  /** What was found, without the command that repeats it. */
  private static JsonNode claim(Invocation audit) throws IOException {
    return new ObjectMapper().readTree(audit.out()).at("/claims/0/audit");
  }

  @Test
  void aFileThatSaysSomethingElseIsKept() throws IOException {
    Path file = directory.resolve("claims.yaml");
    assertEquals(0, audit("pure(1)", "--check", "--save", file.toString()).code());
    String text = Files.readString(file);
    assertEquals(0, audit("pure(1)", "--check", "--save", file.toString()).code());
    Invocation other = audit("pure(2)", "--check", "--save", file.toString());
    assertEquals(2, other.code());
    assertTrue(other.err().contains("that file is there and says something else"), other.err());
    assertEquals(text, Files.readString(file));
    Path none = directory.resolve("none.yaml");
    assertEquals(2, audit("pure(-1)", "--save", none.toString()).code());
    assertFalse(Files.exists(none));
    assertTrue(text.startsWith("# yaml-language-server: $schema=file:"), text);
    JsonNode mechanism = new YAMLMapper().readTree(text).at("/claims/0/mechanism/class");
    assertEquals(NoisyCount.class.getName(), mechanism.asText());
  }

  /** A program that adds half the noise to a number. */
  @Test
  void auditsACommand() {
    List<String> line = JavaCommand.of(ProgramForTests.class, "good", "0.5");
    String command = String.join(" ", line.stream().map(ShellWord::of).toList());
    String[] words = {
      "audit", "--command", command, "--claim", "pure(1)", "--adjacency", "add-remove"
    };
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--data", "counts(count=1)", "--runs", "2000", "--significant-bits", "24"));
    Invocation audit = Invocation.of(all.toArray(String[]::new));
    assertEquals(1, audit.code(), audit.err() + audit.out());
    all.addAll(List.of("--save", directory.resolve("claims.yaml").toString()));
    Invocation elsewhere = Invocation.of(all.toArray(String[]::new));
    assertEquals(2, elsewhere.code());
    assertTrue(elsewhere.err().contains("a program runs in the directory of"), elsewhere.err());
  }

  @Test
  void aMissingRelationIsExplained() {
    Invocation audit = Invocation.of("audit", "x.py:f", "--claim", "pure(1)", "--data", "counts");
    assertEquals(2, audit.code());
    assertEquals(
        "assay: --adjacency is missing: a claim is about a relation: "
            + AdjacencyRelation.MEANINGS
            + "\n",
        audit.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x.py:f | --claim is missing: say what",
        "x.py:f --claim pure(1) --adjacency add-remove | --data is missing: say what datasets",
        "x.py:f --claim pure(1) --adjacency near --data counts | must be one of add-remove",
        "x.py:f --claim pure(1) --adjacency add-remove --data counts | there is no file x.py",
        "x.py:f --command true --claim pure(1) | is a function: give it or --command true",
        "x.py | is a Python file: name one of its functions, as in x.py:count",
        "claims.yaml --claim pure(1) | claims.yaml is a claims file, which states claims itself",
        "claims.yaml --save other.yaml | or name FILE.py:FUNCTION in its place",
        "--claim pure(1) | there is nothing to audit",
        "--command true | --claim is missing",
      })
  void saysWhatIsMissing(String words, String message) {
    Invocation audit = Invocation.of(("audit " + words).split(" "));
    assertEquals(2, audit.code(), audit.out());
    assertTrue(audit.err().contains(message), audit.err());
    assertEquals(1, audit.err().lines().count(), audit.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--claim | pury(1) | must be one of pure(epsilon), approximate(epsilon, delta), zcdp(rho),",
        "--claim | pury(1) | did you mean 'pure'?",
        "--claim | approximate(1) | it has no delta: write approximate(epsilon, delta)",
        "--claim | pure(-1) | epsilon was -1.0: it must",
        "--claim | gaussian(0.5) | an event's number is the noise multiplier; say gdp(MU)",
        "--claim | gaussian(mu=0.5) | say gdp(MU)",
        "--data | count | did you mean 'counts'?",
        "--data | tables | must be one of counts, sums(low, high), histograms(bins),",
        "--data | histogram(4) | did you mean 'histograms'?",
        "--data | histograms | it has no bins: write histograms(bins)",
        "--data | histograms(0) | bins was 0: it must be at least 1",
        "--data | texts(fewest=1) | texts has no 'fewest'",
        "--error-probability | 2 | --error-probability was 2.0: it must be strictly between 0 and 1",
        "--significant-bits | many | significant_bits was 'many': it must be a whole number or",
        "--delta | 1 | --delta was 1.0: it must be strictly between 0 and 1",
        "--runner | spark | --runner was spark",
      })
  void refusesWhatItCannotRead(String option, String value, String message) {
    List<String> words =
        new ArrayList<>(List.of("audit", "--mechanism", NoisyCount.class.getName()));
    List<String> given =
        List.of("--claim", "pure(1)", "--adjacency", "add-remove", "--data", "counts");
    for (int i = 0; i < given.size(); i += 2) {
      words.add(given.get(i));
      words.add(given.get(i).equals(option) ? value : given.get(i + 1));
    }
    if (!given.contains(option)) {
      words.addAll(List.of(option, value));
    }
    Invocation audit = Invocation.of(words.toArray(String[]::new));
    assertEquals(2, audit.code(), audit.out());
    assertTrue(audit.err().contains(message), audit.err());
  }
}
