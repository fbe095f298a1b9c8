package org.assay.cli.ledger.claim;

import java.util.ArrayList;
import java.util.List;

/**
 * What a claim's page draws: cost over claim, and where the claim breaks.
 *
 * @param across what varies
 * @param up what is drawn
 * @param curves the curves, on logarithmic axes
 * @param level a horizontal line, for example a ratio of 1; 0 for none
 * @param caption what is to be seen
 */
public record Picture(String across, String up, List<Curve> curves, double level, String caption) {
  private static final int POINTS = 81;

  /** Copies the curves. */
  public Picture {
    curves = List.copyOf(curves);
  }

  /**
   * A curve.
   *
   * @param name what it shows
   * @param x places across, above 0 and rising
   * @param y values, above 0
   */
  public record Curve(String name, List<Double> x, List<Double> y) {
    /** Copies the numbers. */
    public Curve {
      x = List.copyOf(x);
      y = List.copyOf(y);
    }
  }

  /**
   * The ratio of a family over one of its parameters.
   *
   * @param family the instances
   * @param at where the other parameters stay
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
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (double value : fine.grid()) {
      Point point = at.with(across.name(), value);
      double ratio = family.admissible().test(point) ? family.at(point).ratio().midpoint() : 0;
      if (ratio > 0 && ratio < Double.POSITIVE_INFINITY) {
        x.add(value);
        y.add(ratio);
      }
    }
    String caption = "Exact " + family.quantity() + " over the claim; above 1 the claim is false.";
    return new Picture(
        across.name(), "cost over claim", List.of(new Curve(at.toString(), x, y)), 1, caption);
  }
}
