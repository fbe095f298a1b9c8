package org.assay.cli.price;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.cli.input.Guard;
import org.assay.cli.input.InputException;

/** The Rényi orders of an option: a list, or a range with a number of points. */
final class OrderOption {
  private static final Pattern RANGE = Pattern.compile("(.+?)\\.\\.(.+)");
  private static final int MOST = 10_000;

  private OrderOption() {}

  /** The orders, which rise. A range has its points equally far apart in log(order - 1). */
  static List<Double> read(String text, int points) {
    Matcher range = RANGE.matcher(text);
    List<Double> orders =
        range.matches()
            ? spread(number(text, range.group(1)), number(text, range.group(2)), points)
            : list(text);
    double previous = 1;
    for (double order : orders) {
      if (!(order > previous)) {
        throw refusal(text, "orders must rise");
      }
      previous = order;
    }
    return orders;
  }

  private static List<Double> list(String text) {
    List<Double> orders = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      orders.add(number(text, part));
    }
    if (orders.size() > MOST) {
      throw refusal(text, "it must name at most " + MOST + " orders");
    }
    return orders;
  }

  private static List<Double> spread(double from, double to, int points) {
    List<Double> orders = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      double share = i / (points - 1.0);
      double between = 1 + (from - 1) * Math.pow((to - 1) / (from - 1), share);
      orders.add(i == 0 ? from : i == points - 1 ? to : between);
    }
    return orders;
  }

  private static double number(String text, String part) {
    double order;
    try {
      order = Double.parseDouble(part.strip());
    } catch (NumberFormatException e) {
      throw refusal(text, "it must be a list such as 2,4,8 or a range such as 1.5..64");
    }
    Guard.order("--orders", order);
    return order;
  }

  private static InputException refusal(String text, String rule) {
    return new InputException("--orders was '" + text + "': " + rule);
  }
}
