package org.assay.cli.documented;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A question about a random event that has a certificate.
 *
 * @param event in the notation
 * @param delta as it is typed
 * @param adjacency the relation
 */
record Computation(String event, String delta, String adjacency) {
  /** Each family in turn; small enough that no epsilon is 0 or infinite. */
  static Computation random(int index, SplittableRandom random) {
    String delta = random.nextInt(1, 10) + "e-" + random.nextInt(4, 9);
    boolean sampled = index % 4 == 3;
    String adjacency =
        sampled
            ? List.of("add-remove", "zero-out").get(random.nextInt(2))
            : List.of("add-remove", "replace-one", "zero-out").get(random.nextInt(3));
    List<String> kinds =
        List.of(
                List.of("gaussian"),
                List.of("randomized-response", "three-answers", "pure", "pair", "one-sided"),
                List.of("gaussian", "laplace", "randomized-response", "pure", "zcdp", "pair"),
                List.of("poisson", "poisson", "gaussian", "laplace"))
            .get(index % 4);
    List<String> steps = new ArrayList<>();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      steps.add(step(kinds.get(random.nextInt(kinds.size())), random));
    }
    if (sampled) {
      steps.add(step("poisson", random));
    }
    String event = String.join(" then ", steps);
    return new Computation(
        random.nextInt(4) == 0 ? "2 x (" + event + ")" : event, delta, adjacency);
  }

  private static String step(String kind, SplittableRandom random) {
    int most =
        switch (kind) {
          case "three-answers", "pair" -> 5;
          case "one-sided" -> 3;
          default -> 15;
        };
    int times = random.nextInt(1, most);
    String tenths = "." + random.nextInt(10);
    String call =
        switch (kind) {
          case "gaussian" ->
              "gaussian(" + random.nextInt(1, 9) + ".5, sensitivity=2" + tenths + ")";
          case "laplace" -> "laplace(" + random.nextInt(1, 30) + ".5)";
          case "pure" -> "pure(" + random.nextInt(1, 30) + "%)";
          case "zcdp" ->
              "zcdp(0.0" + random.nextInt(1, 99) + ", xi=0.00" + random.nextInt(1, 9) + ")";
          case "pair" -> {
            int one = random.nextInt(10, 65);
            int other = random.nextInt(10, 65);
            int same = random.nextInt(1, 20);
            yield "pair([%d%%, 25%%, %d%%], [%d%%, %d%%, %d/100], name=\"größer als 1\")"
                .formatted(one, 75 - one, other, same, 100 - other - same);
          }
          case "one-sided" -> {
            int odds = random.nextInt(3, 20);
            yield "pair([0.3, 0.6999999999, 1e-10], [1/%d, %d/%d, 0])"
                .formatted(odds, odds - 1, odds);
          }
          case "randomized-response" -> "randomized-response(0." + random.nextInt(51, 99) + ")";
          case "three-answers" ->
              "randomized-response(0." + random.nextInt(34, 90) + ", answers=3)";
          default ->
              "poisson("
                  + random.nextInt(10, 300)
                  + "/"
                  + random.nextInt(5000, 60000)
                  + ", gaussian("
                  + random.nextInt(1, 4)
                  + tenths
                  + "1))";
        };
    return (kind.equals("poisson") ? times * 100 : times) + " x " + call;
  }
}
