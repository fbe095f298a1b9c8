package org.assay.verify.external;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mechanism as a program, in a dozen good and bad manners. Datasets are lists of numbers; what
 * happens on a list that contains 1 depends on the manner.
 */
final class TestProgram {
  private static final Pattern REQUEST =
      Pattern.compile("\\{\"dataset\":\\[(.*)\\],\"runs\":(\\d+),\"seed\":(\\d+)\\}");

  private TestProgram() {}

  /** How to start it. */
  static OutsideProgram in(String... manner) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(TestProgram.class.getName());
    command.addAll(List.of(manner));
    return OutsideProgram.of(command);
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.err.println("started in the manner " + String.join(" ", arguments));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Matcher request = REQUEST.matcher(line);
      if (!request.matches()) {
        throw new IllegalArgumentException("request was " + line);
      }
      List<String> outputs = new ArrayList<>();
      SplittableRandom random = new SplittableRandom(Long.parseLong(request.group(3)));
      for (int run = 0; run < Integer.parseInt(request.group(2)); run++) {
        outputs.add(output(arguments, request.group(1), random));
      }
      out.println(line(arguments[0], outputs));
    }
  }

  private static String output(String[] manner, String dataset, SplittableRandom random)
      throws InterruptedException {
    boolean marked = List.of(dataset.split(",")).contains("1");
    return switch (manner[0]) {
      case "echo" -> "[" + dataset + "]";
      case "pid" -> "" + ProcessHandle.current().pid();
      case "crash" -> {
        if (marked && random.nextDouble() < Double.parseDouble(manner[1])) {
          System.exit(3);
        }
        yield "0";
      }
      case "hang" -> {
        Thread.sleep(marked ? 1_000_000 : 0);
        yield "0";
      }
      case "object" ->
          "{\"n\": {\"count\": " + dataset.split(",").length + "}, \"unit\": \"rows\"}";
      case "format" ->
          String.format(manner[marked ? 2 : 1], dataset.split(",").length + steps(random));
      case "uneven" -> {
        Thread.sleep(marked ? 50 : 0);
        yield "0";
      }
      case "slow" -> {
        Thread.sleep(50);
        yield "0";
      }
      default -> "" + random.nextInt(1_000_000);
    };
  }

  /** The difference of two geometric numbers, whose law falls by e from one number to the next. */
  private static int steps(SplittableRandom random) {
    int up = (int) -Math.log(1 - random.nextDouble());
    return up - (int) -Math.log(1 - random.nextDouble());
  }

  private static String line(String manner, List<String> outputs) {
    return switch (manner) {
      case "garbage" -> "warning: " + outputs;
      case "short" -> "{\"outputs\":" + outputs.subList(1, outputs.size()) + "}";
      case "chatty" -> "{\"outputs\":" + outputs + "}\nthat was easy";
      default -> "{\"outputs\":" + outputs + "}";
    };
  }
}
