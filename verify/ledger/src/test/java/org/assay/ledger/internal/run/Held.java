package org.assay.ledger.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Picture;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.claim.Witness;

/** Holds what a judgement says at many points against formulas that share no code with it. */
public final class Held {
  private Held() {}

  /** The judgement of a claim of the ledger, whose verdict must be the committed one. */
  public static Judgement committed(String id) {
    Judgement judged = Ledger.find(id).orElseThrow().judge().judge();
    Verdict expected = Expectations.committed().verdicts().get(id);
    assertEquals(expected, judged.verdict(), id);
    return judged;
  }

  /** The point of the search at which the ratio was largest, as the judgement tells it. */
  public static Point worst(Judgement judged) {
    String told = judged.ratioOf().split("worst at ", -1)[1];
    Map<String, Double> values = new LinkedHashMap<>();
    for (String part : told.split(", ", -1)) {
      String[] pair = part.split(" = ", -1);
      values.put(pair[0], Double.parseDouble(pair[1]));
    }
    return new Point(values);
  }

  /** Both the curve and the largest ratio are what the formula says. */
  public static void exactly(Judgement judged, ToDoubleFunction<Point> ratio, double tolerance) {
    double most = ratio.applyAsDouble(worst(judged));
    assertEquals(1, judged.ratio().upper() / most, tolerance, worst(judged).toString());
    assertEquals(1, judged.ratio().lower() / most, tolerance, worst(judged).toString());
    assertEquals(1, judged.picture().orElseThrow().curves().size());
    curve(judged, "at most", ratio, tolerance);
  }

  /** One of the curves is what the formula says. */
  public static void curve(
      Judgement judged, String name, ToDoubleFunction<Point> ratio, double tolerance) {
    Picture picture = judged.picture().orElseThrow();
    Point shown = judged.witness().map(Witness::parameters).orElseGet(() -> worst(judged));
    List<Picture.Curve> curves =
        picture.curves().stream().filter(curve -> curve.name().equals(name)).toList();
    assertEquals(1, curves.size());
    Picture.Curve curve = curves.get(0);
    assertTrue(!curve.x().isEmpty());
    for (int i = 0; i < curve.x().size(); i++) {
      Point at = shown.with(picture.across(), curve.x().get(i));
      assertEquals(1, curve.y().get(i) / ratio.applyAsDouble(at), tolerance, at.toString());
    }
  }

  /** Both computations at the witness are what the formulas say. */
  public static void witness(
      Judgement judged,
      ToDoubleFunction<Point> exact,
      ToDoubleFunction<Point> claimed,
      double tolerance) {
    Witness witness = judged.witness().orElseThrow();
    double cost = exact.applyAsDouble(witness.parameters());
    double level = claimed.applyAsDouble(witness.parameters());
    assertEquals(1, witness.comparison().exact().lower() / cost, tolerance, witness.toString());
    assertEquals(1, witness.recheck().exact().doubleValue() / cost, tolerance);
    assertEquals(1, witness.comparison().claimed().midpoint() / level, tolerance);
    assertEquals(1, witness.recheck().claimed().doubleValue() / level, tolerance);
  }

  /** The second computation at the witness, to more digits than a double has. */
  public static void digits(Judgement judged, BigDecimal exact, BigDecimal claimed) {
    near(exact, judged.witness().orElseThrow().recheck().exact());
    near(claimed, judged.witness().orElseThrow().recheck().claimed());
  }

  private static void near(BigDecimal expected, BigDecimal found) {
    BigDecimal slack = expected.abs().scaleByPowerOfTen(-28);
    assertTrue(expected.subtract(found).abs().compareTo(slack) <= 0, expected + " and " + found);
  }

  /** Simpson's rule; the number of cells is even. */
  public static double integral(DoubleUnaryOperator f, double from, double to, int cells) {
    double width = (to - from) / cells;
    double sum = f.applyAsDouble(from) + f.applyAsDouble(to);
    for (int i = 1; i < cells; i++) {
      sum += (i % 2 == 0 ? 2 : 4) * f.applyAsDouble(from + i * width);
    }
    return sum * width / 3;
  }

  /** The density of a standard normal variable. */
  public static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  /** The probability that a standard normal variable is above x, by quadrature. */
  public static double beyond(double x) {
    if (x < 0) {
      return 1 - beyond(-x);
    }
    double rest = integral(u -> Math.exp(-u * x - u * u / 2), 0, 40 / Math.max(3, x), 800);
    return density(x) * rest;
  }

  /** The delta of a Gaussian mechanism with this mu, by the classical closed form. */
  public static double gaussianDelta(double mu, double epsilon) {
    double t = epsilon / mu;
    return beyond(t - mu / 2) - Math.exp(epsilon) * beyond(t + mu / 2);
  }
}
