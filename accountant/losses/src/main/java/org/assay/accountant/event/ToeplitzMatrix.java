package org.assay.accountant.event;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * A lower triangular Toeplitz matrix, whose entry at row i and column j is the coefficient {@code
 * f_{i-j}}. The coefficients are given, or follow from few numbers.
 *
 * @param steps how many steps, from 1 to 2^20
 * @param form what the numbers are
 * @param numbers the coefficients, or the decays θ of a buffered matrix
 * @param scales the scales ω of a buffered matrix, else none
 */
record ToeplitzMatrix(long steps, Form form, List<Double> numbers, List<Double> scales)
    implements StrategyMatrix {
  /** What the numbers are. */
  enum Form {
    /** The first coefficients; the others are 0. */
    TOEPLITZ("toeplitz"),
    /** The first coefficients of the inverse matrix, whose others are 0. */
    INVERSE("inverse-toeplitz"),
    /** {@code f_0 = 1, f_t = Σ ω_k θ_k^(t-1)}. */
    BUFFERED("buffered-toeplitz");

    private final String word;

    Form(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  /** Largest number of steps. */
  private static final long LARGEST = 1L << 20;

  /** Largest size of a coefficient, so that sums of products stay doubles. */
  private static final double LARGEST_COEFFICIENT = 0x1p300;

  /** Largest number of enclosures that coefficients are computed from, well below a second. */
  private static final long MOST_TERMS = 1L << 24;

  /** Largest number of products of coefficients, well below a second. */
  private static final double MOST_PRODUCTS = 1L << 28;

  /** Largest number of steps among which the worst are searched. */
  private static final int MOST_SEARCHED = 2048;

  ToeplitzMatrix {
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requireGiven("form", form);
    numbers = List.copyOf(numbers);
    scales = List.copyOf(scales);
    if (steps > LARGEST) {
      throw new IllegalArgumentException("steps was " + steps + ": it must be at most 2^20");
    }
    if (form == Form.BUFFERED) {
      requireBuffers(numbers, scales);
    } else {
      requireCoefficients(steps, numbers);
      if (form == Form.INVERSE && numbers.get(0) == 0) {
        throw new IllegalArgumentException(
            "coefficients began with 0: the first must not be 0, or there is no inverse");
      }
    }
    if (form != Form.TOEPLITZ && numbers.size() * steps > MOST_TERMS) {
      throw new IllegalArgumentException(
          String.format(
              "%d numbers for %d steps are too many: their product must be at most 2^24",
              numbers.size(), steps));
    }
  }

  private static void requireCoefficients(long steps, List<Double> coefficients) {
    if (!(coefficients.size() >= 1 && coefficients.size() <= steps)) {
      throw new IllegalArgumentException(
          String.format(
              "coefficients was a list of %d: it must have from 1 to as many as steps, %d",
              coefficients.size(), steps));
    }
    for (double coefficient : coefficients) {
      if (!(Math.abs(coefficient) <= LARGEST_COEFFICIENT)) {
        throw new IllegalArgumentException(
            "coefficients had " + coefficient + ": their size must be at most 2^300");
      }
    }
  }

  private static void requireBuffers(List<Double> decays, List<Double> scales) {
    if (!(decays.size() >= 1 && decays.size() == scales.size())) {
      throw new IllegalArgumentException(
          String.format(
              "buffer_decay was a list of %d and output_scale of %d: there must be as many of"
                  + " both, at least 1",
              decays.size(), scales.size()));
    }
    for (double decay : decays) {
      if (!(decay >= 0 && decay <= 1)) {
        throw new IllegalArgumentException(
            "buffer_decay had " + decay + ": decays must be from 0 to 1");
      }
    }
    for (double scale : scales) {
      if (!(scale >= 0 && scale <= LARGEST_COEFFICIENT)) {
        throw new IllegalArgumentException(
            "output_scale had " + scale + ": scales must be from 0 to 2^300");
      }
    }
  }

  @Override
  public Map<String, Object> terms() {
    return form == Form.BUFFERED
        ? Map.of(
            "matrix", form.word(), "steps", steps, "buffer_decay", numbers, "output_scale", scales)
        : Map.of("matrix", form.word(), "steps", steps, "coefficients", numbers);
  }

  @Override
  public long bands() {
    if (form != Form.TOEPLITZ) {
      return steps;
    }
    int last = numbers.size();
    while (last > 1 && numbers.get(last - 1) == 0) {
      last--;
    }
    return last;
  }

  /**
   * Exact if the coefficients do not rise and none is below 0, or if the worst steps are found by a
   * search. Otherwise the upper end takes the largest products of columns that are at least so many
   * steps apart, and the lower end is what the steps 0, b, 2b, ... attain.
   */
  @Override
  public Enclosure sensitivity(long participations, long separation) {
    Enclosure[] coefficients = coefficients();
    long times = Math.min(participations, 1 + (steps - 1) / separation);
    Enclosure regular = ofEquallySpaced(coefficients, steps, participations, separation);
    if (times == 1 || doNotRise(coefficients)) {
      return regular;
    }
    Enclosure found =
        steps <= MOST_SEARCHED
            ? searched(coefficients, (int) times, (int) Math.min(separation, steps))
            : Enclosure.of(0, mostTogether(coefficients, times, separation));
    return Enclosure.of(Math.max(found.lower(), regular.lower()), found.upper());
  }

  /**
   * The length of the sum of the columns 0, b, 2b, ..., as many as are allowed. No other steps have
   * a longer one if the coefficients do not rise and none is below 0.
   *
   * @param coefficients the first ones; all others are 0
   */
  static Enclosure ofEquallySpaced(
      Enclosure[] coefficients, long steps, long participations, long separation) {
    Parameters.requireAtLeastOne("participations", participations);
    Parameters.requireAtLeastOne("separation", separation);
    int bands = coefficients.length;
    long times = Math.min(participations, 1 + (steps - 1) / separation);
    int apart = (int) Math.min(separation, steps);
    int rows = (int) Math.min(steps, (times - 1) * apart + bands);
    // In each row, a running sum of all shifted columns; the surplus beyond the allowed number is
    // subtracted.
    Enclosure[] sums = Arrays.copyOf(coefficients, rows);
    if (rows > bands) {
      Arrays.fill(sums, bands, rows, Enclosure.ZERO);
    }
    Enclosure squares = Enclosure.ZERO;
    for (int row = 0; row < rows; row++) {
      sums[row] = row < apart ? sums[row] : sums[row].plus(sums[row - apart]);
      long surplus = row - times * apart;
      Enclosure sum = surplus < 0 ? sums[row] : sums[row].minus(sums[(int) surplus]);
      squares = squares.plus(sum.square());
    }
    return squares.sqrt();
  }

  private Enclosure[] coefficients() {
    return switch (form) {
      case TOEPLITZ ->
          numbers.stream().limit(bands()).map(Enclosure::exact).toArray(Enclosure[]::new);
      case INVERSE -> inverse();
      case BUFFERED -> buffered();
    };
  }

  /** {@code f_0 = 1/g_0, f_t = -(g_1 f_{t-1} + g_2 f_{t-2} + ...)/g_0}. */
  private Enclosure[] inverse() {
    double[] given = numbers.stream().mapToDouble(Double::doubleValue).toArray();
    Enclosure[] found = new Enclosure[(int) steps];
    found[0] = Enclosure.ONE.dividedBy(given[0]);
    for (int t = 1; t < found.length; t++) {
      Enclosure sum = Enclosure.ZERO;
      for (int u = 1; u <= Math.min(t, given.length - 1); u++) {
        sum = sum.plus(found[t - u].times(given[u]));
      }
      found[t] = sum.negate().dividedBy(given[0]);
      if (!(found[t].lower() >= -LARGEST_COEFFICIENT && found[t].upper() <= LARGEST_COEFFICIENT)) {
        throw new IllegalArgumentException(
            String.format(
                "the matrix with this inverse has entries above 2^300 in %d steps", steps));
      }
    }
    return found;
  }

  private Enclosure[] buffered() {
    Enclosure[] powers = scales.stream().map(Enclosure::exact).toArray(Enclosure[]::new);
    Enclosure[] found = new Enclosure[(int) steps];
    found[0] = Enclosure.ONE;
    for (int t = 1; t < found.length; t++) {
      found[t] = Enclosure.ZERO;
      Iterator<Double> decays = numbers.iterator();
      for (int k = 0; k < powers.length; k++) {
        found[t] = found[t].plus(powers[k]);
        powers[k] = powers[k].times(decays.next());
      }
    }
    return found;
  }

  /**
   * Whether the coefficients certainly do not rise and none is below 0. Those of a buffered matrix
   * do so from the second one on.
   */
  private boolean doNotRise(Enclosure[] coefficients) {
    if (form == Form.BUFFERED) {
      return coefficients.length == 1 || coefficients[1].upper() <= 1;
    }
    for (int t = 1; t < coefficients.length; t++) {
      if (!(coefficients[t - 1].lower() >= coefficients[t].upper())) {
        return false;
      }
    }
    return coefficients[coefficients.length - 1].lower() >= 0;
  }

  /** Products are looked up by the distance of columns and the rows below the later one. */
  private Enclosure searched(Enclosure[] coefficients, int times, int apart) {
    int size = (int) steps;
    double[] middles = Arrays.stream(coefficients).mapToDouble(Enclosure::midpoint).toArray();
    double radius = Arrays.stream(coefficients).mapToDouble(Enclosure::width).max().orElseThrow();
    double total = Arrays.stream(middles).map(Math::abs).sum();
    double square = Arrays.stream(middles).map(m -> m * m).sum();
    // Roundings of at most as many additions as coefficients, and what midpoints are off.
    double error =
        (middles.length + 16) * 0x1p-51 * square
            + 2 * radius * (total + middles.length * radius)
            + 0x1p-900;
    double[][] products = new double[size][];
    for (int distance = 0; distance < size; distance++) {
      products[distance] = new double[size - distance];
      double sum = 0;
      for (int rows = 0; rows < size - distance; rows++) {
        sum += rows + distance < middles.length ? middles[rows] * middles[rows + distance] : 0;
        products[distance][rows] = sum;
      }
    }
    WorstParticipation.Products columns =
        new WorstParticipation.Products() {
          @Override
          public double of(int i, int j) {
            return products[j - i][size - 1 - j];
          }

          @Override
          public double error(int i, int j) {
            return error;
          }

          @Override
          public int reach() {
            return middles.length;
          }
        };
    return WorstParticipation.squaredLength(columns, size, times, apart).sqrt();
  }

  /**
   * A bound of the length for any steps. A pair of columns l steps of the record apart has at most
   * the largest {@code Σ_u |f_u f_{u+d}|} over the distances d from l b on; without these products
   * each pair has at most the square of the first column.
   */
  private double mostTogether(Enclosure[] coefficients, long times, long separation) {
    double[] sizes =
        Arrays.stream(coefficients)
            .mapToDouble(f -> Math.max(Math.abs(f.lower()), Math.abs(f.upper())))
            .toArray();
    Enclosure square = Enclosure.ZERO;
    for (double size : sizes) {
      square = square.plus(Enclosure.exact(size).square());
    }
    if ((double) sizes.length * sizes.length > MOST_PRODUCTS) {
      return square.sqrt().times(Enclosure.ofCount(times)).upper();
    }
    double roundings = 1 + (sizes.length + 16) * 0x1p-52;
    double[] largest = new double[sizes.length + 1];
    for (int distance = sizes.length - 1; distance > 0; distance--) {
      double sum = 0;
      for (int u = 0; u + distance < sizes.length; u++) {
        sum += sizes[u] * sizes[u + distance];
      }
      largest[distance] = Math.max(largest[distance + 1], sum * roundings + 0x1p-900);
    }
    Enclosure squares = square.times(Enclosure.ofCount(times));
    for (long later = 1; later < times && later * separation < sizes.length; later++) {
      Enclosure pair = Enclosure.exact(largest[(int) (later * separation)]);
      squares = squares.plus(pair.times(Enclosure.ofCount(2 * (times - later))));
    }
    return squares.sqrt().upper();
  }

  @Override
  public double[] squaredErrors() {
    int size = Math.toIntExact(steps);
    if (form == Form.INVERSE) {
      return RunningSums.ofInverse(size, numbers.stream().mapToDouble(each -> each).toArray());
    }
    double[] column = Arrays.stream(coefficients()).mapToDouble(Enclosure::midpoint).toArray();
    return RunningSums.ofToeplitz(size, column);
  }
}
