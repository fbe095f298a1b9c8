package org.assay.cli.internal.walk;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.accountant.event.NoisySgd;
import org.assay.cli.internal.input.InputException;

/** Numbers of steps of an option: a list, or a range with a number of points. */
final class StepsOption {
  private static final Pattern RANGE = Pattern.compile("(.+?)\\.\\.(.+)");
  private static final int MOST = 1000;

  private StepsOption() {}

  /** The numbers, which rise. A range has its points about equally far apart in the logarithm. */
  static List<Long> read(String text, int points) {
    if (!(points >= 2 && points <= MOST)) {
      throw new InputException("--points was " + points + ": it must be from 2 to " + MOST);
    }
    Matcher range = RANGE.matcher(text);
    List<Long> steps =
        range.matches()
            ? spread(text, number(text, range.group(1)), number(text, range.group(2)), points)
            : list(text);
    long previous = 0;
    for (long count : steps) {
      if (!(count > previous)) {
        throw refusal(text, "numbers of steps must rise");
      }
      previous = count;
    }
    return steps;
  }

  private static List<Long> list(String text) {
    List<Long> steps = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      steps.add(number(text, part));
    }
    if (steps.size() > MOST) {
      throw refusal(text, "it must name at most " + MOST + " numbers");
    }
    return steps;
  }

  private static List<Long> spread(String text, long from, long to, int points) {
    if (!(from < to)) {
      throw refusal(text, "numbers of steps must rise");
    }
    List<Long> steps = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      double between = from * Math.pow((double) to / from, i / (points - 1.0));
      long count = i == points - 1 ? to : Math.round(between);
      if (steps.isEmpty() || count > steps.get(steps.size() - 1)) {
        steps.add(count);
      }
    }
    return steps;
  }

  private static long number(String text, String part) {
    long count;
    try {
      // Admits 1e6 as well.
      count = new BigDecimal(part.strip()).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw refusal(text, "it must be a list such as 10,100,1000 or a range such as 1..1e6");
    }
    if (!(count >= 1 && count <= NoisySgd.LARGEST_COUNT)) {
      throw refusal(text, "numbers of steps must be from 1 to 2^53");
    }
    return count;
  }

  private static InputException refusal(String text, String rule) {
    return new InputException("--steps was '" + text + "': " + rule);
  }
}
