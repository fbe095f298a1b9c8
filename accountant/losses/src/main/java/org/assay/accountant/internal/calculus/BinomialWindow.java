package org.assay.accountant.internal.calculus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/**
 * The likely part of a binomial law: enclosures of the masses of neighbouring numbers, and an upper
 * bound of all other mass. Masses follow from the most likely number outwards by their quotients,
 * and are divided by their sum. No logarithm of a factorial is needed, and relative errors stay
 * near the unit roundoff times the distance.
 */
public final class BinomialWindow {
  private final long first;
  private final List<Enclosure> masses;
  private final double rest;

  private BinomialWindow(long first, List<Enclosure> masses, double rest) {
    this.first = first;
    this.masses = masses;
    this.rest = rest;
  }

  /**
   * The law of a number of independent trials.
   *
   * @param trials the number of trials, at least 0 and at most 2^53
   * @param hit an enclosure of the probability of a hit, above 0 and at most 1
   * @param negligible relative to the largest mass, above 0: smaller masses are left to the rest
   * @return the likely part of the law
   */
  public static BinomialWindow of(long trials, Enclosure hit, double negligible) {
    if (hit.lower() == 1) {
      return new BinomialWindow(trials, List.of(Enclosure.ONE), 0);
    }
    Enclosure odds = hit.dividedBy(Enclosure.ONE.minus(hit));
    long mode = Math.min(trials, (long) Math.floor((trials + 1) * hit.midpoint()));
    Side above = new Side(mode, trials - mode, negligible);
    above.fill(k -> odds.times(quotient(trials - k, k + 1)), 1);
    Side below = new Side(mode, mode, negligible);
    below.fill(k -> quotient(k, trials - k + 1).dividedBy(odds), -1);
    List<Enclosure> masses = new ArrayList<>(below.sizes);
    Collections.reverse(masses);
    long first = mode - masses.size();
    masses.add(Enclosure.ONE);
    masses.addAll(above.sizes);
    Enclosure total = Enclosure.of(0, 0);
    for (Enclosure mass : masses) {
      total = total.plus(mass);
    }
    Enclosure outside = Enclosure.exact(above.rest).plus(below.rest);
    Enclosure whole = Enclosure.of(total.lower(), total.plus(outside).upper());
    masses.replaceAll(mass -> mass.dividedBy(whole).min(Enclosure.ONE));
    return new BinomialWindow(first, masses, Math.min(1, outside.dividedBy(total).upper()));
  }

  private static Enclosure quotient(long numerator, long denominator) {
    return Enclosure.ofCount(numerator).dividedBy(Enclosure.ofCount(denominator));
  }

  /**
   * The smallest likely number.
   *
   * @return at least 0
   */
  public long first() {
    return first;
  }

  /**
   * The largest likely number.
   *
   * @return at most the number of trials
   */
  public long last() {
    return first + masses.size() - 1;
  }

  /**
   * The mass of a likely number.
   *
   * @param number from the first likely one to the last
   * @return an enclosure of the probability
   */
  public Enclosure mass(long number) {
    return masses.get(Math.toIntExact(number - first));
  }

  /**
   * An upper bound of the mass of all other numbers.
   *
   * @return at most 1
   */
  public double rest() {
    return rest;
  }

  /**
   * The mass of a number, likely or not.
   *
   * @param number any
   * @return an enclosure of the probability
   */
  public Enclosure massOfAny(long number) {
    return number < first || number > last() ? Enclosure.of(0, rest) : mass(number);
  }

  /**
   * The mass of a number and all larger ones.
   *
   * @param number the smallest of them
   * @return an enclosure of the probability
   */
  public Enclosure from(long number) {
    Enclosure sum = Enclosure.of(0, rest);
    for (long k = last(); k >= Math.max(first, number); k--) {
      sum = sum.plus(mass(k));
    }
    return sum.min(Enclosure.ONE);
  }

  /** The quotient of the next mass outwards and a number's mass. */
  private interface Quotient {
    Enclosure after(long number);
  }

  /**
   * The masses on one side of the mode, relative to the mode's mass, and a bound of the masses
   * beyond.
   */
  private static final class Side {
    private final long mode;
    private final long most;
    private final double negligible;
    private final List<Enclosure> sizes = new ArrayList<>();
    private double rest;

    Side(long mode, long most, double negligible) {
      this.mode = mode;
      this.most = most;
      this.negligible = negligible;
    }

    void fill(Quotient quotient, int direction) {
      Enclosure size = Enclosure.ONE;
      for (long i = 0; i < most; i++) {
        Enclosure step = quotient.after(mode + direction * i);
        if (size.upper() < negligible && step.upper() < 1) {
          // Quotients fall with the distance, so the rest is below a geometric series.
          Enclosure series = step.dividedBy(Enclosure.ONE.minus(step));
          rest = size.times(series).upper();
          return;
        }
        size = size.times(step);
        sizes.add(size);
      }
    }
  }
}
