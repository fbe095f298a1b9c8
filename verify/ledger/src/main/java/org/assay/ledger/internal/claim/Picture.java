package org.assay.ledger.internal.claim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.numeric.Enclosure;

/**
 * The drawing on a claim's page: cost over claim, and where the claim fails.
 *
 * @param across the horizontal quantity
 * @param up the vertical quantity
 * @param curves the curves, on logarithmic axes
 * @param level the value of a horizontal line, for example a ratio of 1; 0 for none
 * @param caption what a reader should see
 */
public record Picture(String across, String up, List<Curve> curves, double level, String caption) {
  /** Points of a curve. */
  private static final int POINTS = 61;

  /** Relative difference of two curves that a reader can see. */
  private static final double VISIBLE = 0.005;

  /** Copies the curves. */
  public Picture {
    curves = List.copyOf(curves);
  }

  /**
   * A curve.
   *
   * @param name the curve's name
   * @param x horizontal values, positive and ascending
   * @param y vertical values, positive
   */
  public record Curve(String name, List<Double> x, List<Double> y) {
    /** Copies the numbers. */
    public Curve {
      x = List.copyOf(x);
      y = List.copyOf(y);
    }

    /** The drawable points of one end of enclosures. */
    private static Curve of(
        String name, Map<Double, Enclosure> values, ToDoubleFunction<Enclosure> end) {
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      values.forEach(
          (place, value) -> {
            double height = end.applyAsDouble(value);
            if (height > 0 && height < Double.POSITIVE_INFINITY) {
              x.add(place);
              y.add(height);
            }
          });
      return new Curve(name, x, y);
    }

    /** Whether a reader can see the difference from a lower curve. */
    private boolean isAbove(Curve lower) {
      double difference = 0;
      for (int i = 0; i < y.size() && y.size() == lower.y.size(); i++) {
        difference = Math.max(difference, y.get(i) / lower.y.get(i) - 1);
      }
      return difference > VISIBLE || y.size() != lower.y.size();
    }
  }

  /**
   * The ratio of a family as a function of one parameter.
   *
   * @param family the instances
   * @param at the values of the other parameters
   * @param across the parameter that varies
   * @return the picture
   */
  public static Picture of(Family family, Point at, Parameter across) {
    Parameter fine =
        switch (across.kind()) {
          case POSITIVE -> Parameter.positive(across.name(), across.from(), across.to(), POINTS);
          case COUNT ->
              Parameter.count(across.name(), (int) across.from(), (int) across.to(), POINTS);
          case CHOICE -> across;
        };
    Map<Double, Enclosure> ratios = new LinkedHashMap<>();
    for (double value : fine.grid()) {
      Point point = at.with(across.name(), value);
      if (family.admissible().test(point)) {
        ratios.put(value, family.at(point).ratio());
      }
    }
    Curve most = Curve.of("at most", ratios, Enclosure::upper);
    Curve least = Curve.of("at least", ratios, Enclosure::lower);
    boolean narrow = !most.isAbove(least);
    String caption =
        narrow
            ? "Exact " + family.quantity() + " over the claim; above 1 the claim is false."
            : "Bounds on "
                + family.quantity()
                + " over the claim; where the lower one is above 1 the claim is false, where the"
                + " upper one is below 1 it holds.";
    String setting = at.without(across.name()).toString();
    return new Picture(
        across.name(),
        "cost over claim",
        narrow ? List.of(most) : List.of(most, least),
        1,
        caption + (setting.isEmpty() ? "" : " Everything else as at " + setting + "."));
  }
}
