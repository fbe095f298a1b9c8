package org.assay.cli.documented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module for Python: its own tests, and the examples of its page. */
class PythonTest {
  /** A file, named by its first line, and perhaps what it prints. */
  private static final Pattern EXAMPLE =
      Pattern.compile("(?s)```python\\n# (\\w+\\.py)\\n(.*?)```(?:\\s+```text\\n(.*?)```)?");

  private static final Pattern NUMBER = Pattern.compile("\\d+\\.\\d+(e-?\\d+)?");
  private static final Pattern ANY = Pattern.compile("```python");

  @TempDir private Path directory = Path.of("");

  @BeforeEach
  void requirePython() throws Exception {
    Python.require(directory);
  }

  private Python passes(Map<String, String> environment, String... tests) throws Exception {
    List<String> words = new ArrayList<>(List.of("-W", "error", "-m", "unittest"));
    words.addAll(List.of(tests));
    Python run = Python.run(Project.file("verify/python"), environment, words);
    assertEquals(0, run.code(), run::err);
    return run;
  }

  @Tag("slow")
  @Test
  void theModulePassesItsTests() throws Exception {
    Python run =
        passes(
            Map.of(),
            "test_assay",
            "test_assay_events",
            "test_assay_replay.CostTest",
            "test_assay_train.DeclarationsTest");
    assertEquals(Python.hasNumpy(directory), !run.err().contains("skipped="), run::err);
  }

  /** Needs scikit-learn and pandas, which {@code .ci/run} installs where it can. */
  @Tag("slow")
  @Test
  void estimatorsWorkWithScikitLearn() throws Exception {
    List<String> words = List.of("-c", "import sklearn, pandas");
    List<String> interpreters = new ArrayList<>();
    for (String candidate : List.of("python3", "/usr/bin/python3")) {
      if (Python.run(candidate, directory, Map.of(), words).code() == 0) {
        interpreters.add(candidate);
      }
    }
    Assumptions.assumeFalse(interpreters.isEmpty(), "no python3 has scikit-learn and pandas");
    Python run =
        Python.run(
            interpreters.get(0),
            Project.file("verify/python"),
            Map.of(),
            List.of("-m", "unittest", "test_assay_train"));
    assertEquals(0, run.code(), run::err);
    assertFalse(run.err().contains("skipped="), run::err);
  }

  @Test
  void theLogPassesItsTests() throws Exception {
    passes(Map.of(), "test_assay_log");
  }

  /** Costs, which need the command, are compared by the slow test. */
  @Test
  void replaysPassTheirTests() throws Exception {
    passes(Map.of("ASSAY", ""), "test_assay_replay");
  }

  /** The loop of the page writes a log that matches its event, and no other. */
  @Test
  void theLoopOfThePageMatchesItsEvent() throws Exception {
    String page = Files.readString(Project.file("docs/guide/training-logs.md"));
    MatchResult example = EXAMPLE.matcher(page).results().findFirst().orElseThrow();
    Files.writeString(directory.resolve(example.group(1)), example.group(2));
    Python run = Python.run(directory, Map.of(), List.of(example.group(1)));
    assertEquals(0, run.code(), run::err);
    String log = directory.resolve("run.jsonl").toString();
    String event = "150 x poisson(100/2000, gaussian(2))";
    assertTrue(page.contains("'" + event + "' --adjacency add-remove"), page);
    Invocation same =
        Invocation.of(
            "training-log", log, "--event", event, "--adjacency", "add-remove", "--strict");
    assertEquals(0, same.code(), same.out() + same.err());
    String other = event.replace("100/", "120/");
    Invocation refuted =
        Invocation.of("training-log", log, "--event", other, "--adjacency", "add-remove");
    assertEquals(1, refuted.code(), refuted.out() + refuted.err());
  }

  /** What differs without it: outputs, programs, and curves as lists. */
  @Test
  void theModuleNeedsNoNumpy() throws Exception {
    passes(
        Map.of("ASSAY_TEST_WITHOUT_NUMPY", "1"),
        "test_assay.AnswersTest",
        "test_assay.ProgramTest",
        "test_assay.AccountantTest",
        "test_assay_replay.FollowedTest",
        "test_assay_train.DeclarationsTest",
        "test_assay_train.FitTest.test_columns_by_name");
  }

  @Tag("slow")
  @Test
  void thePagePrintsWhatItShows() throws Exception {
    printsWhatItShows("docs/guide/python.md", 5);
    printsWhatItShows("docs/guide/python-replay.md", 2);
    printsWhatItShows("docs/guide/budgets.md", 1);
  }

  private void printsWhatItShows(String name, int fewest) throws Exception {
    String page = Files.readString(Project.file(name));
    List<MatchResult> examples = EXAMPLE.matcher(page).results().toList();
    assertEquals(ANY.matcher(page).results().count(), examples.size());
    assertTrue(examples.size() >= fewest, "only " + examples.size() + " examples were found");
    boolean numpy = Python.hasNumpy(directory);
    for (MatchResult example : examples) {
      // With its first line, as readers copy it: some outputs name lines.
      String file = "# " + example.group(1) + "\n" + example.group(2);
      Files.writeString(directory.resolve(example.group(1)), file);
      if (example.group(3) != null && (numpy || !example.group(2).contains("import numpy"))) {
        shows(example.group(1), example.group(3));
      }
    }
  }

  private void shows(String name, String shown) throws Exception {
    boolean failing = name.startsWith("test_");
    String module = name.replace(".py", "");
    List<String> words =
        failing ? List.of("-c", "import " + module + " as t; t.test_noisy_count()") : List.of(name);
    // What a refuted claim leaves in the directory for temporary files goes with this one.
    Map<String, String> here = Map.of("TMPDIR", directory.toString());
    Python run = Python.run(directory, here, words);
    assertEquals(failing ? 1 : 0, run.code(), run::err);
    assertEquals(comparable(shown), comparable(failing ? assertion(run.err()) : run.out()), name);
  }

  private static String assertion(String errors) {
    return errors.substring(errors.indexOf("\nAssertionError"));
  }

  /**
   * What an audit saw may change with its strategy; verdicts may not, nor certified bounds up to
   * the digits that elementary functions round differently elsewhere.
   */
  private String comparable(String text) throws IOException {
    String rounded =
        NUMBER
            .matcher(text)
            .replaceAll(
                number -> new BigDecimal(number.group()).round(new MathContext(10)).toString());
    return rounded
        .replace(directory.toRealPath().toString(), "/home/you")
        .replaceAll(", audited .*", "")
        .replaceAll("; the runs show a test .*", "")
        .replaceAll("(?m)^  shown by: .*; left .* runs, right .* runs, on", "shown on")
        .strip();
  }

  /** A file that serves is a program of a claims file. */
  @Test
  void aFileThatServesIsAProgram() throws Exception {
    String page = Files.readString(Project.file("docs/guide/python.md"));
    MatchResult example =
        EXAMPLE
            .matcher(page)
            .results()
            .filter(it -> it.group(1).equals("noisy_count.py"))
            .findFirst()
            .orElseThrow();
    Files.writeString(directory.resolve(example.group(1)), example.group(2));
    Path module = Project.file("verify/python");
    Path claims =
        Files.writeString(
            directory.resolve("claims.yaml"),
            """
            error_probability: 1e-3
            significant_bits: 24
            budget: {runs: 3000}
            claims:
              - name: count
                mechanism: {command: [env, "PYTHONPATH=%s", python3, noisy_count.py], nan: bare}
                adjacency: add-remove
                guarantee: {pure: {epsilon: 0.25}}
                pairs: {explicit: [{left: [], right: [1]}]}
            """
                .formatted(module));
    Invocation audit = Invocation.of("audit", claims.toString());
    assertEquals(1, audit.code(), audit.err() + audit.out());
  }

  private static Invocation audit(Path file, String function, String... more) {
    List<String> words = new ArrayList<>(List.of("audit", file + ":" + function));
    words.addAll(List.of("--claim", "pure(1)", "--adjacency", "add-remove", "--data", "counts"));
    words.addAll(List.of("--error-probability", "1e-6", "--seed", "1", "--runs", "3000"));
    words.addAll(List.of(more));
    return Invocation.of(words.toArray(String[]::new));
  }

  /**
   * The function of the page with its mistake and without, from options and from what they save.
   */
  @Tag("slow")
  @Test
  void aFunctionNeedsNoClaimsFile() throws Exception {
    String broken = Files.readString(Project.file("examples/noisy.py"));
    String shown = broken.substring(broken.indexOf("import random"));
    String page = Files.readString(Project.file("docs/guide/python.md"));
    assertTrue(page.contains("```py\n" + shown + "```"), shown);
    Path code = Files.createDirectory(directory.resolve("the code"));
    Path noisy = Files.writeString(code.resolve("noisy.py"), broken);
    Path claims = directory.resolve("claims.yaml");
    Invocation refuted = audit(noisy, "count", "--save", claims.toString());
    assertEquals(1, refuted.code(), refuted.err() + refuted.out());
    Invocation saved = Invocation.of("audit", claims.toString());
    assertEquals(refuted.out(), saved.out());
    Files.writeString(noisy, broken.replace("int(", "round("));
    Invocation stands = audit(noisy, "count");
    assertEquals(0, stands.code(), stands.err() + stands.out());
  }

  /** Beside the claims file, whatever directory the command was started in. */
  @Tag("slow")
  @Test
  void aClaimsFileNamesAFunctionBesideIt() throws Exception {
    Files.writeString(directory.resolve("helper.py"), "import random\nnoise = random.random\n");
    Path noisy =
        Files.writeString(
            directory.resolve("noisy.py"), "import helper\ndef f(n): return n + helper.noise()\n");
    String claims =
        """
        error_probability: 1e-3
        claims:
          - name: too little noise
            mechanism: {python: noisy.py:f}
            adjacency: add-remove
            guarantee: {pure: {epsilon: 1}}
            pairs: {family: {kind: counts, count: 1}}
        """;
    Path file = Files.writeString(directory.resolve("claims.yaml"), claims);
    Invocation audit = Invocation.of("audit", file.toString());
    assertEquals(1, audit.code(), audit.err() + audit.out());
    Invocation missing = audit(noisy, "g");
    assertEquals(2, missing.code(), missing.out());
    assertTrue(missing.err().contains("noisy.py has no function g"), missing.err());
  }

  /** Every kind of event that has an example in the schema can be made in Python. */
  @Test
  void theSchemaKnowsEveryBuilder() throws Exception {
    List<String> kinds = new ArrayList<>();
    Path schema = Project.file("verify/cli/src/main/resources/org/assay/cli/event.schema.json");
    new ObjectMapper()
        .readTree(schema.toFile())
        .findValues("properties")
        .forEach(properties -> properties.fieldNames().forEachRemaining(kinds::add));
    String code =
        """
        import assay
        r = 'add-remove'
        for e in (assay.gaussian(1, r), assay.laplace(1, r), assay.discrete_gaussian(1, r),
                  assay.discrete_laplace(1, r), assay.randomized_response(.7, r),
                  assay.exponential_mechanism(1, r), assay.pure(1, r),
                  assay.approximate(1, .1, r), assay.zcdp(1, r), assay.sequence(),
                  assay.parallel(), assay.pure(1, r).times(2),
                  assay.pure(1, r).poisson_sampled(.1), assay.pure(1, r).for_groups_of(2),
                  assay.pure(1, r).fixed_size_sampled(1, 2)):
            print(*e.document)
        """;
    Python run = Python.run(directory, Map.of(), List.of("-c", code));
    assertEquals(0, run.code(), run::err);
    assertEquals(15, run.out().lines().count());
    assertFalse(kinds.isEmpty());
    run.out().lines().forEach(kind -> assertTrue(kinds.contains(kind), kind));
  }
}
