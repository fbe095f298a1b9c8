package org.assay.cli.documented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates hold for the checker that shares no code with Assay; changed ones do not. */
class CertificateTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Path CHECKER = Project.file("verify/checker/assay_check.py");

  @TempDir private Path directory = Path.of("");

  @BeforeEach
  void requirePython() throws Exception {
    Python.require(directory);
  }

  private Python check(List<Path> files) throws Exception {
    return check(files, List.of());
  }

  private Python check(List<Path> files, List<String> options) throws Exception {
    List<String> words = new ArrayList<>(List.of(CHECKER.toString()));
    words.addAll(options);
    files.forEach(file -> words.add(directory.relativize(file).toString()));
    Python run = Python.run(directory, Map.of(), words);
    assertEquals("", run.err());
    return run;
  }

  /** How the checker ends, and that its lines begin as they have to. */
  private void checked(int code, String word, List<Path> files) throws Exception {
    Python run = check(files);
    assertEquals(files.size(), run.out().lines().count(), run.out());
    run.out().lines().forEach(line -> assertTrue(line.startsWith(word), line));
    assertEquals(code, run.code(), run.out());
  }

  private Path certificate(String name, Computation computation, String... more) {
    Path file = directory.resolve(name + ".json");
    List<String> words =
        new ArrayList<>(
            List.of(
                "epsilon",
                computation.event(),
                "--delta",
                computation.delta(),
                "--adjacency",
                computation.adjacency(),
                "--certificate",
                file.toString()));
    words.addAll(List.of(more));
    Invocation written = Invocation.of(words.toArray(new String[0]));
    assertEquals(0, written.code(), written.err());
    String signed = more.length > 0 ? ", signed" : "";
    assertTrue(written.out().contains("\ncertificate" + signed + ": proves ("), written.out());
    return file;
  }

  /** The options that name a key of some length. */
  private List<String> key(int length) throws Exception {
    byte[] bytes = new byte[length];
    new SplittableRandom(length).nextBytes(bytes);
    Path file = Files.write(directory.resolve("key" + length), bytes);
    return List.of("--key-file", file.toString());
  }

  /** Signed certificates of random events. */
  private List<Path> written(int count, SplittableRandom random) throws Exception {
    String[] key = key(32).toArray(new String[0]);
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(certificate("c" + i, Computation.random(i, random), key));
    }
    return files;
  }

  @Tag("slow")
  @Test
  void theCheckerPassesItsTests() throws Exception {
    List<String> words = List.of("-W", "error", "-m", "unittest", "test_assay_check");
    Path home = Objects.requireNonNull(CHECKER.getParent());
    Python run = Python.run(home, Map.of(), words);
    assertEquals(0, run.code(), run::err);
  }

  /** The whole of it can be read. */
  @Test
  void theCheckerIsShort() throws Exception {
    assertTrue(Files.readAllLines(CHECKER).size() <= 600, "more than 600 lines");
  }

  @Test
  void randomEventsHold() throws Exception {
    List<Path> files = written(12, new SplittableRandom(1));
    checked(0, "holds   ", files);
    assertEquals(0, check(files, key(32)).code());
  }

  @Tag("slow")
  @Test
  void manyRandomEventsHold() throws Exception {
    checked(0, "holds   ", written(200, new SplittableRandom(2)));
  }

  /** The limits of both sides are the same: the largest certificate of a kind holds. */
  @Tag("slow")
  @Test
  void extremeEventsHold() throws Exception {
    Map<String, String> methods = new TreeMap<>();
    methods.put("49999 x pure(1%)", "losses");
    methods.put("50000 x pure(1%)", "renyi");
    methods.put("314 x randomized-response(.4, answers=3)", "losses");
    methods.put("315 x randomized-response(.4, answers=3)", "renyi");
    methods.put("314 x pair([.4, .3, .3], [.3, .3, .4])", "losses");
    methods.put("315 x pair([.4, .3, .3], [.3, .3, .4])", "renyi");
    methods.put("10 x pair([.2, .1, .1, .6], [.1, .2, .3, .4]) then 173 x pure(.1)", "losses");
    methods.put("10 x pair([.2, .1, .1, .6], [.1, .2, .3, .4]) then 174 x pure(.1)", "renyi");
    methods.put("pair([1], [1])", "losses");
    methods.put("50001 x pair([1], [1])", "renyi");
    methods.put("pair([1000 x 1/1000], [999 x 1/1001, 2/1001])", "losses");
    methods.put("199 x pure(.1) then 249 x pure(.2)", "losses");
    methods.put("200 x pure(.1) then 249 x pure(.2)", "renyi");
    methods.put("no-op()", "losses");
    methods.put("randomized-response(.2)", "losses");
    methods.put("1000000000000000 x gaussian(1e8)", "gaussian");
    methods.put("gaussian(1e-3)", "gaussian");
    methods.put("poisson(1, gaussian(2))", "renyi");
    methods.put("poisson(0, gaussian(2)) then gaussian(1)", "renyi");
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> entry : methods.entrySet()) {
      Computation computation = new Computation(entry.getKey(), "1e-7", "add-remove");
      Path file = certificate("c" + files.size(), computation);
      assertEquals(entry.getValue(), MAPPER.readTree(file.toFile()).path("method").asText());
      files.add(file);
    }
    checked(0, "holds   ", files);
  }

  /** One number that is changed for the worse, in the digest as well. */
  private List<Path> changed(List<Path> files, int count, SplittableRandom random)
      throws Exception {
    List<Path> changed = new ArrayList<>();
    while (changed.size() < count) {
      ObjectNode copy =
          (ObjectNode) MAPPER.readTree(files.get(random.nextInt(files.size())).toFile());
      CertificateChange.to(copy, random);
      copy.put("sha256", CertificateChange.digest(copy));
      Path file = directory.resolve("changed" + changed.size() + ".json");
      changed.add(Files.writeString(file, copy.toString()));
    }
    return changed;
  }

  private void refusesChanges(int certificates, int changes, long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    List<Path> files = written(certificates, random);
    List<Path> changed = changed(files, changes, random);
    Python run = check(changed);
    List<String> lines = run.out().lines().toList();
    assertEquals(changes, lines.size());
    for (int i = 0; i < changes; i++) {
      String content = Files.readString(changed.get(i));
      assertFalse(lines.get(i).startsWith("holds"), lines.get(i) + content);
    }
    List<Path> bytes = changedBytes(files, changes, random);
    Python signed = check(bytes, key(32));
    assertFalse(signed.out().contains("holds  "), signed.out());
    assertEquals(changes, signed.out().lines().count());
  }

  /**
   * Certificates with a change that their signature shows: a byte, or more room for epsilon, which
   * would be proved without a key.
   */
  private List<Path> changedBytes(List<Path> files, int count, SplittableRandom random)
      throws Exception {
    List<Path> changed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path original = files.get(random.nextInt(files.size()));
      ObjectNode copy = (ObjectNode) MAPPER.readTree(original.toFile());
      String text = copy.toString();
      if (i % 5 == 0) {
        CertificateChange.scale((ObjectNode) copy.get("epsilon"), "upper", 2);
        copy.put("sha256", CertificateChange.digest(copy));
        text = copy.toString();
      } else {
        int at = random.nextInt(text.length());
        char other = (char) random.nextInt(' ', '~');
        other = other == text.charAt(at) ? '~' : other;
        text = text.substring(0, at) + other + text.substring(at + 1);
      }
      changed.add(Files.writeString(directory.resolve("bytes" + i + ".json"), text));
    }
    return changed;
  }

  /** Decimals with more digits than doubles have are certified as they were typed. */
  @Test
  void longDecimalsAreCarried() throws Exception {
    String typed = "2 x pure(0.30000000000000000000000000000001)";
    Path file = certificate("long", new Computation(typed, "1e-5", "add-remove"));
    assertEquals(typed, MAPPER.readTree(file.toFile()).path("event").asText());
    checked(0, "holds   ", List.of(file));
  }

  /** Who has the key sees that it signed, and nothing else is taken. */
  @Test
  void signaturesAreChecked() throws Exception {
    Computation computation = new Computation("gaussian(2)", "1e-5", "add-remove");
    Path signed = certificate("signed", computation, key(32).toArray(new String[0]));
    Path plain = certificate("plain", computation);
    String event = ": gaussian(2)";
    for (Map.Entry<Path, String> file :
        Map.of(signed, "signature not looked at", plain, "not signed").entrySet()) {
      Python run = check(List.of(file.getKey()));
      assertTrue(run.out().contains(", " + file.getValue() + event), run.out());
      assertEquals(0, run.code());
    }
    Python keyed = check(List.of(signed, plain), key(32));
    List<String> lines = keyed.out().lines().toList();
    assertTrue(lines.get(0).startsWith("holds"), keyed.out());
    assertTrue(lines.get(0).contains(", signed" + event), keyed.out());
    assertTrue(lines.get(1).endsWith("it is not signed with this key"), keyed.out());
    assertEquals(1, keyed.code());
    assertEquals(1, check(List.of(signed), key(33)).code());
    for (List<String> bad :
        List.of(key(15), key(4097), List.of("--key-file", directory.resolve("none").toString()))) {
      assertEquals(2, check(List.of(signed), bad).code());
      Invocation refused =
          Invocation.of(
              "epsilon",
              "gaussian(2)",
              "--delta",
              "1e-5",
              "--adjacency",
              "add-remove",
              "--certificate",
              directory.resolve("never").toString(),
              "--key-file",
              bad.get(1));
      assertEquals(2, refused.code(), refused.out());
      assertTrue(refused.err().contains("key"), refused.err());
      assertFalse(Files.exists(directory.resolve("never")));
    }
    Invocation alone =
        Invocation.of(
            "epsilon",
            "gaussian(2)",
            "--delta",
            "1e-5",
            "--adjacency",
            "add-remove",
            "--key-file",
            "key32");
    assertEquals(2, alone.code());
    assertTrue(alone.err().contains("--key-file signs a certificate"), alone.err());
  }

  @Test
  void changedNumbersAreRefused() throws Exception {
    refusesChanges(8, 40, 3);
  }

  @Tag("slow")
  @Test
  void manyChangedNumbersAreRefused() throws Exception {
    refusesChanges(60, 1000, 4);
  }

  /** Without a new digest every digit counts, that of the version too. */
  @Tag("slow")
  @Test
  void everyDigitCounts() throws Exception {
    Path file =
        certificate("c", new Computation("2 x laplace(3) then gaussian(4)", "1e-5", "zero-out"));
    String text = Files.readString(file).replace("unpackaged", "1.0");
    ObjectNode versioned = (ObjectNode) MAPPER.readTree(text);
    versioned.put("sha256", CertificateChange.digest(versioned));
    String whole = versioned.toString();
    checked(0, "holds   ", List.of(Files.writeString(file, whole)));
    List<Path> changed = new ArrayList<>();
    for (int i = 0; i < whole.length(); i++) {
      if (Character.isDigit(whole.charAt(i))) {
        char other = whole.charAt(i) == '9' ? '8' : (char) (whole.charAt(i) + 1);
        String spoiled = whole.substring(0, i) + other + whole.substring(i + 1);
        changed.add(Files.writeString(directory.resolve("digit" + i + ".json"), spoiled));
      }
    }
    assertTrue(changed.size() > 80, changed::toString);
    Python run = check(changed);
    assertFalse(run.out().contains("holds"), run.out());
    assertEquals(changed.size(), run.out().lines().count());
  }

  /** Two certificates of which one is refused, and what is none. */
  @Test
  void exitCodesSayWhetherAllHold() throws Exception {
    Path good = certificate("good", new Computation("gaussian(2)", "1e-5", "add-remove"));
    ObjectNode small = (ObjectNode) MAPPER.readTree(good.toFile());
    small.withObject("/epsilon").put("upper", "1.9");
    small.put("sha256", CertificateChange.digest(small));
    Path refused = Files.writeString(directory.resolve("refused.json"), small.toString());
    assertEquals(1, check(List.of(refused, good)).code());
    assertTrue(check(List.of(refused)).out().contains("there delta is up to 0.0000"));
    String text = Files.readString(good);
    Map<String, String> none =
        Map.of(
            "empty", "",
            "list", "[]",
            "twice", text.replaceFirst("\\{", "{\"delta\": \"0.1\","),
            "number", text.replace("\"0.00001\"", "0.00001"),
            "more", text.replaceFirst("\\{", "{\"more\": \"1\","),
            "kind", text.replace("\"gaussian\"", "\"trust\""),
            "relation", text.replace("add-remove", "remove"),
            "bytes", "\"" + "x".repeat(1 << 20) + "\"",
            "deep", "[".repeat(100_000));
    List<Path> bad = new ArrayList<>(List.of(directory.resolve("missing")));
    for (Map.Entry<String, String> entry : none.entrySet()) {
      bad.add(Files.writeString(directory.resolve(entry.getKey()), entry.getValue()));
    }
    checked(2, "bad     ", bad);
    assertEquals(2, check(List.of(refused, directory.resolve("missing"), good)).code());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          discrete-laplace(2)               | add-remove  | supported are gaussian, laplace
          pair([.5000001, .4999999], [.5, .5]) | add-remove | differ by a factor within 2e-6
          pair([1, 0], [.999999, 1e-6]) then laplace(1) | add-remove | no Rényi divergence is finite
          pair([1, 0], [.9, .1])            | zero-out    | no finite epsilon is known
          pair([.123456789123456789123456789123456789123456789, .876543210876543210876543210876543210876543211], [.5, .5]) | add-remove | more than 40 digits
          renyi([2, 4], [.1, .2])           | add-remove  | none is made for renyi([2, 4]
          profile([0, .5], [.2, 1e-7])      | add-remove  | none is made for profile([0, 0.5]
          gaussian(1) then binomial(1000)   | add-remove  | none is made for binomial(1000)
          group(2, gaussian(1))             | add-remove  | supported are gaussian, laplace
          allocated(10, gaussian(1))        | add-remove  | supported are gaussian, laplace
          2 x poisson(.1, pure(1))          | add-remove  | supported are gaussian, laplace
          poisson(.1, gaussian(1))          | replace-one | supported are gaussian, laplace
          zcdp(1, delta=.1)                 | add-remove  | supported are gaussian, laplace
          non-private()                     | add-remove  | supported are gaussian, laplace
          gaussian(1,adjacency=zero-out)    | add-remove  | under zero-out, not under add-remove
          poisson((1/3)^2, gaussian(1))     | add-remove  | type a decimal
          pure(0.3333333333333333333333333333333333333333333) | add-remove | type a decimal
          randomized-response(.9999999)     | add-remove  | truth_probability is within
          randomized-response(.50000001)    | add-remove  | truth_probability is within
          1e15 x (2 x gaussian(1))          | add-remove  | counts go beyond 10^15
          """)
  void otherEventsGetNone(String event, String adjacency, String reason) {
    Path file = directory.resolve("none.json");
    Invocation refused =
        Invocation.of(
            "epsilon",
            event,
            "--delta",
            "1e-5",
            "--adjacency",
            adjacency,
            "--certificate",
            file.toString());
    assertEquals(2, refused.code(), refused.out());
    assertTrue(refused.err().contains(reason), refused.err());
    assertFalse(Files.exists(file));
  }

  @Tag("slow")
  @Test
  void programsReadWhatIsProved() throws Exception {
    Path file = directory.resolve("c.json");
    Invocation written =
        Invocation.of(
            "epsilon",
            "100 x poisson(1%, gaussian(1))",
            "--delta",
            "1e-5",
            "--adjacency",
            "add-remove",
            "--certificate",
            file.toString(),
            "--json");
    JsonNode answer = MAPPER.readTree(written.out());
    double proved = answer.at("/certificate/epsilon").asDouble();
    assertTrue(proved > answer.at("/epsilon/upper").asDouble(), written.out());
    assertEquals(file.toString(), answer.at("/certificate/file").asText());
    assertEquals(
        answer.at("/certificate/epsilon").asText(),
        MAPPER.readTree(file.toFile()).at("/epsilon/upper").asText());
  }

  /** The page shows a command, its certificate and what the checker prints. */
  @Test
  void thePagePrintsWhatTheCheckerPrints() throws Exception {
    String page = Files.readString(Project.file("docs/guide/certificates.md"));
    Path file =
        certificate(
            "training",
            new Computation("3516 x poisson(256/60000, gaussian(1.1))", "1e-5", "add-remove"));
    String shown = block(page, "text").strip();
    assertEquals(
        shown.replace("target/", ""), check(List.of(file)).out().strip(), "the checker's line");
    ObjectNode expected = (ObjectNode) MAPPER.readTree(block(page, "json"));
    ObjectNode found = (ObjectNode) MAPPER.readTree(file.toFile());
    for (String key : List.of("assay", "sha256", "signature")) {
      expected.remove(key);
      found.remove(key);
    }
    assertEquals(expected, found);
  }

  private static String block(String page, String language) {
    int begin = page.indexOf("```" + language + "\n") + language.length() + 4;
    return page.substring(begin, page.indexOf("```", begin));
  }

  /** Certificates of all methods obey the schema; with one key more or less they do not. */
  @Tag("slow")
  @Test
  void certificatesObeyTheSchema() throws Exception {
    JsonNode schema =
        MAPPER.readTree(
            Project.file("verify/cli/src/main/resources/org/assay/cli/certificate.schema.json")
                .toFile());
    Schema validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    for (String event :
        List.of(
            "gaussian(2)",
            "2 x pure(0.1)",
            "pair([.5, .5, 0], [.4, .599999, 1e-6])",
            "zcdp(0.1)",
            "laplace(1e-9)")) {
      String[] signing = event.startsWith("z") ? key(16).toArray(new String[0]) : new String[0];
      Path file = certificate("c", new Computation(event, "1e-5", "add-remove"), signing);
      ObjectNode certificate = (ObjectNode) MAPPER.readTree(file.toFile());
      assertEquals(List.of(), validator.validate(certificate), certificate::toString);
      for (String place : List.of("", "/epsilon", "/proof", "/proof/steps/0")) {
        ObjectNode object = (ObjectNode) certificate.at(place);
        object.put("more", "1");
        assertFalse(validator.validate(certificate).isEmpty(), place);
        object.remove("more");
        List<String> keys = new ArrayList<>();
        object.fieldNames().forEachRemaining(keys::add);
        for (String key : keys) {
          JsonNode value = object.remove(key);
          assertFalse(validator.validate(certificate).isEmpty(), place + "/" + key);
          object.set(key, value);
        }
      }
    }
  }
}
