package org.assay.cli.internal.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.cli.JavaCommand;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * Mechanisms of which auditors once said nothing, or refuted for reasons of their own: classes by
 * the names of their methods, and a program. Datasets are 0 and 1. All noise is on a grid, so that
 * its lowest bits betray nothing.
 */
public final class SilentCases {
  private static final int LENGTH = 200;
  private static final Pattern REQUEST =
      Pattern.compile("\\{\"dataset\":(\\S+),\"runs\":(\\d+),\"seed\":(\\d+)\\}");

  private SilentCases() {}

  private static double laplace(double scale, RandomGenerator random) {
    double size = Math.rint(scale * random.nextExponential() * 0x1p16) / 0x1p16;
    return random.nextBoolean() ? size : -size;
  }

  private static Mechanism<Double> vector(int noisy, double scale) {
    return (data, random) -> {
      double[] output = new double[LENGTH];
      Arrays.setAll(output, i -> i < noisy ? laplace(scale, random) : 0);
      output[149] += data;
      return Outcome.of(output);
    };
  }

  /** A third of the noise that one of 200 coordinates needs. */
  public static Mechanism<Double> oneCoordinate() {
    return vector(LENGTH, 0.33);
  }

  /** All coordinates have their noise. */
  public static Mechanism<Double> allCoordinates() {
    return vector(LENGTH, 1);
  }

  /** From the 101st on there is none. */
  public static Mechanism<Double> halfTheCoordinates() {
    return vector(100, 1);
  }

  private static Mechanism<Double> text(double scale) {
    return (data, random) ->
        Outcome.of(
            String.format(
                java.util.Locale.ROOT, "mean=%.6f, n=3", 5 + data + laplace(scale, random)));
  }

  /** A third of the noise, and most texts are new. */
  public static Mechanism<Double> sentence() {
    return text(0.33);
  }

  /** The same with its noise. */
  public static Mechanism<Double> honestSentence() {
    return text(1);
  }

  /** All noise is that of one of two seeds. */
  public static Mechanism<Double> twoSeeds() {
    return (data, random) -> Outcome.of(data + laplace(1, new Random(random.nextInt(2))));
  }

  /** Counts twice, with one seed: the difference has no noise. */
  public static Mechanism<Double> twice() {
    return (data, random) -> {
      double noise = laplace(2, random);
      return Outcome.of(data + noise, 7 - data + noise);
    };
  }

  /** Counts twice, with two seeds. */
  public static Mechanism<Double> twiceHonest() {
    return (data, random) -> Outcome.of(data + laplace(2, random), 7 - data + laplace(2, random));
  }

  /** Whatever the data. */
  public static Mechanism<Double> failing() {
    return (data, random) -> {
      throw new IllegalStateException("no data today");
    };
  }

  /** As private as claimed, and not by much. */
  public static Mechanism<Double> exactly() {
    return (data, random) -> Outcome.of(data + laplace(1, random));
  }

  /** Half the noise. */
  public static Mechanism<Double> half() {
    return (data, random) -> Outcome.of(data + laplace(0.5, random));
  }

  /** Refuses sums that numbers between 0 and 1 do not have. */
  public static Mechanism<Double> validating() {
    return (sum, random) -> {
      if (!(sum >= 0)) {
        throw new IllegalArgumentException("a sum of numbers from 0 to 1 was " + sum);
      }
      // On the grid two sums are apart by 2^-16 more, which the noise allows for.
      return Outcome.of(Math.rint(sum * 0x1p16) / 0x1p16 + laplace(1.001, random));
    };
  }

  /** Words of a command, as a list in YAML. */
  static String command(String manner) {
    return JavaCommand.inYaml(SilentCases.class, manner);
  }

  /** The program. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Matcher request = REQUEST.matcher(line);
      if (!request.matches()) {
        throw new IllegalArgumentException("request was " + line);
      }
      // Text is no number for this program: it fails on "NaN".
      double data = Double.parseDouble(request.group(1));
      SplittableRandom random = new SplittableRandom(Long.parseLong(request.group(3)));
      StringJoiner outputs = new StringJoiner(",", "{\"outputs\":[", "]}");
      for (int run = 0; run < Integer.parseInt(request.group(2)); run++) {
        outputs.add(output(arguments[0], data, random));
      }
      out.println(outputs);
    }
  }

  private static String letters(RandomGenerator random) {
    return random.ints(9, 'a', 'j').mapToObj(Character::toString).collect(Collectors.joining());
  }

  private static String output(String manner, double data, RandomGenerator random)
      throws InterruptedException {
    double noise = laplace(1, random);
    return switch (manner) {
      case "object" -> "{\"count\":" + (long) data + "}";
      case "honest-object" -> "{\"count\":" + (data + noise) + "}";
      case "error" -> "{\"error\":\"none\",\"count\":" + (long) data + ",\"noise\":" + noise + "}";
      case "name" -> "{\"who\":\"" + (data == 1 ? "Ann" : "Bob") + "\",\"noise\":" + noise + "}";
      case "counter" -> Long.toString(1_000_000_000_000_000_000L + (long) data);
      case "rare-key" ->
          data == 1 && random.nextInt(4) == 0 ? "{\"a\":" + (5 + random.nextInt(9)) + "}" : "{}";
      case "sentence" -> "{\"says\":\"" + letters(random) + "\",\"sum\":" + (data + noise) + "}";
      case "written" -> (long) Math.rint(noise * 100) + (data == 1 ? ".0" : "");
      case "slow" -> slowResponse(data == 1, random);
      default -> "" + (data + noise);
    };
  }

  /** Randomized response at exactly epsilon 1; slow on one dataset only. */
  private static String slowResponse(boolean truth, RandomGenerator random)
      throws InterruptedException {
    Thread.sleep(truth ? 10 : 0);
    boolean keeps = random.nextDouble() < Math.E / (1 + Math.E);
    return keeps == truth ? "1" : "0";
  }
}
