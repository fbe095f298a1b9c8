package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.random.RandomGenerator;
import javax.tools.ToolProvider;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadedMechanismTest {
  /** Shows what type its dataset has. */
  public static final class Arrays implements Mechanism<double[]> {
    @Override
    public Outcome run(double[] dataset, RandomGenerator random) {
      return Outcome.of(dataset);
    }
  }

  /** A record of its own. */
  public record Person(int age, String name) {}

  /** Mechanisms made by methods. */
  public static final class Factories {
    private Factories() {}

    /** Shows what plain values look like. */
    public static Mechanism<Object> plain() {
      return (dataset, random) -> Outcome.of(dataset.getClass().getSimpleName() + dataset);
    }

    /** Uses a record of the mechanism's own. */
    public static Mechanism<List<Person>> people() {
      return (dataset, random) -> Outcome.of(dataset.get(0).name() + dataset.get(0).age());
    }

    /** Not what it should be. */
    public static String wrong() {
      return "";
    }

    /** Fails. */
    public static Mechanism<Object> failing() {
      throw new IllegalStateException("no licence");
    }
  }

  /** Has no constructor that could be called. */
  public static final class Needy implements Mechanism<Object> {
    /** Needs something. */
    public Needy(int number) {
      assertTrue(number > 0);
    }

    @Override
    public Outcome run(Object dataset, RandomGenerator random) {
      return Outcome.of(1);
    }
  }

  /** Fails as soon as it is loaded. */
  public static final class Doomed implements Mechanism<Object> {
    private static final int NUMBER = Integer.parseInt("x");

    @Override
    public Outcome run(Object dataset, RandomGenerator random) {
      return Outcome.of(NUMBER);
    }
  }

  private static final String HERE = LoadedMechanismTest.class.getName();

  private static LoadedMechanism load(String name) {
    return LoadedMechanism.load(List.of(), HERE + "$" + name);
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "Arrays![1, 2.5, \"NaN\"]![1.0, 2.5, NaN]",
        "Factories#plain![1, [2.5], \"a\", true]!\"ArrayList[1, [2.5], a, true]\"",
        "Factories#people![{\"age\": 7, \"name\": \"Ann\"}]!\"Ann7\""
      })
  void datasetsHaveTheTypeThatIsDeclared(String name, String dataset, String outcome)
      throws Exception {
    LoadedMechanism loaded = load(name);
    Object converted = loaded.dataset(json(dataset));
    assertEquals(outcome, loaded.mechanism().run(converted, new SplittableRandom(1)).toString());
  }

  @Test
  void aDatasetThatDoesNotFitIsRefused() throws Exception {
    LoadedMechanism arrays = load("Arrays");
    for (String dataset : List.of("[\"word\"]", "{\"a\": 1}", "[null]", "null")) {
      JsonNode json = json(dataset);
      String message =
          assertThrows(IllegalArgumentException.class, () -> arrays.dataset(json)).toString();
      assertTrue(message.contains("a dataset does not fit double[]: "), message);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "Missing!was not found on the class path",
        "Person!does not implement org.assay.verify.trial.Mechanism",
        "Needy!needs a public constructor without arguments",
        "Doomed!could not be initialized: java.lang.NumberFormatException",
        "Factories#missing!needs to be a public static method without arguments",
        "Factories#wrong!must be static and return a org.assay.verify.trial.Mechanism",
        "Factories#failing!could not be made: java.lang.IllegalStateException: no licence"
      })
  void saysWhatIsWrongWithAClass(String name, String rule) {
    String message = assertThrows(OutsideProgramException.class, () -> load(name)).toString();
    assertTrue(message.contains(rule), message);
  }

  @Test
  void loadsFromAJar(@TempDir Path directory) throws Exception {
    Path source = directory.resolve("Constant.java");
    Files.writeString(
        source,
        "package elsewhere; import java.util.random.RandomGenerator;"
            + " import org.assay.verify.trial.*; public class Constant implements"
            + " Mechanism<java.util.List<Double>> { public Outcome run(java.util.List<Double> d,"
            + " RandomGenerator r) { return Outcome.of(d.get(0) + 1); } }",
        StandardCharsets.UTF_8);
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                source.toString()));
    Path jar = directory.resolve("x.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("elsewhere/Constant.class"));
      out.write(Files.readAllBytes(directory.resolve("elsewhere/Constant.class")));
    }
    LoadedMechanism loaded = LoadedMechanism.load(List.of(jar), "elsewhere.Constant");
    Object dataset = loaded.dataset(json("[2]"));
    assertEquals(Outcome.of(3), loaded.mechanism().run(dataset, new SplittableRandom(1)));
    assertThrows(
        OutsideProgramException.class,
        () -> LoadedMechanism.load(List.of(directory.resolve("y.jar")), "elsewhere.Constant"));
  }
}
