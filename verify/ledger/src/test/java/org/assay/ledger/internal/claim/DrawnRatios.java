package org.assay.ledger.internal.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.assay.ledger.internal.claim.Picture.Curve;

/** Holds what a judgement draws, and the worst point that it names, to formulas. */
public final class DrawnRatios {
  private static final String WORST = ", worst at ";

  private final Judgement judgement;
  private final Point at;

  private DrawnRatios(Judgement judgement, Point at) {
    this.judgement = judgement;
    this.at = at;
  }

  /** The ratios along the first parameter, others as at the witness or the worst point. */
  public static DrawnRatios of(Judgement judgement) {
    Point at = judgement.witness().map(Witness::parameters).orElseGet(() -> worst(judgement));
    return new DrawnRatios(judgement, at);
  }

  /** The point that the judgement says is worst. */
  public static Point worst(Judgement judgement) {
    String told = judgement.ratioOf();
    Map<String, Double> values = new LinkedHashMap<>();
    for (String value : told.substring(told.indexOf(WORST) + WORST.length()).split(", ", -1)) {
      int equals = value.indexOf(" = ");
      values.put(value.substring(0, equals), Double.parseDouble(value.substring(equals + 3)));
    }
    return new Point(values);
  }

  /** One curve of at least so many points follows the formula, and so does the worst ratio. */
  public void follow(int points, double tolerance, ToDoubleFunction<Point> ratio) {
    assertEquals(1, judgement.picture().orElseThrow().curves().size());
    compare(0, points, tolerance, ratio);
    double worst = ratio.applyAsDouble(worst(judgement));
    assertEquals(1, judgement.ratio().lower() / worst, tolerance);
    assertEquals(1, judgement.ratio().upper() / worst, tolerance);
  }

  /** The upper of two curves follows the formula. */
  public void atMost(int points, double tolerance, ToDoubleFunction<Point> ratio) {
    assertEquals(2, judgement.picture().orElseThrow().curves().size());
    compare(0, points, tolerance, ratio);
  }

  /** The lower of two curves follows the formula. */
  public void atLeast(int points, double tolerance, ToDoubleFunction<Point> ratio) {
    assertEquals(2, judgement.picture().orElseThrow().curves().size());
    compare(1, points, tolerance, ratio);
  }

  private void compare(int which, int points, double tolerance, ToDoubleFunction<Point> ratio) {
    Picture picture = judgement.picture().orElseThrow();
    Curve curve = picture.curves().get(which);
    assertTrue(curve.x().size() >= points, () -> curve.x().size() + " points");
    for (int i = 0; i < curve.x().size(); i++) {
      Point point = at.with(picture.across(), curve.x().get(i));
      double expected = ratio.applyAsDouble(point);
      assertEquals(1, curve.y().get(i) / expected, tolerance, () -> curve.name() + " " + point);
    }
  }
}
