package org.assay.cli.internal.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.cli.JavaCommand;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** A mechanism as a program and as a class: a number with Laplace noise, or with bad manners. */
public final class ProgramForTests implements Mechanism<Double> {
  private static final Pattern REQUEST =
      Pattern.compile("\\{\"dataset\":(\\d+|\\[[\\d,]*]),\"runs\":(\\d+),\"seed\":(\\d+)\\}");

  /** Words of a command, as a list in YAML. */
  static String command(String manner, String scale) {
    return JavaCommand.inYaml(ProgramForTests.class, manner, scale);
  }

  /** Answers requests; on dataset 1 with bad manners if so told. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Matcher request = REQUEST.matcher(line);
      if (!request.matches()) {
        throw new IllegalArgumentException("request was " + line);
      }
      double dataset = total(request.group(1));
      String manner = dataset == 1 ? arguments[0] : "good";
      SplittableRandom random = new SplittableRandom(Long.parseLong(request.group(3)));
      StringJoiner outputs = new StringJoiner(",", "{\"outputs\":[", "]}");
      for (int run = 0; run < Integer.parseInt(request.group(2)); run++) {
        outputs.add(
            arguments[0].equals("demanding") && !request.group(1).contains(",")
                ? "{\"error\":\"too few records\"}"
                : "" + noisy(dataset, Double.parseDouble(arguments[1]), random));
      }
      switch (manner) {
        case "crash" -> System.exit(9);
        case "hang" -> Thread.sleep(1_000_000);
        case "garbage" -> out.println("Traceback (most recent call last):");
        default -> out.println(outputs);
      }
    }
  }

  /** Of a number itself, of a list the sum. */
  private static double total(String dataset) {
    return Pattern.compile("\\d+")
        .matcher(dataset)
        .results()
        .mapToDouble(number -> Double.parseDouble(number.group()))
        .sum();
  }

  private static double noisy(double dataset, double scale, RandomGenerator random) {
    double positive = exponential(random);
    return dataset + scale * (positive - exponential(random));
  }

  private static double exponential(RandomGenerator random) {
    return -Math.log(1 - random.nextDouble());
  }

  @Override
  public Outcome run(Double dataset, RandomGenerator random) {
    return Outcome.of(noisy(dataset, 0.5, random));
  }
}
