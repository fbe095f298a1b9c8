package org.assay.accountant.internal.calculus;

import java.util.Arrays;
import java.util.List;
import org.jtransforms.fft.DoubleFFT_1D;
import org.jtransforms.utils.CommonUtils;

/**
 * Circular convolution of powers of real vectors with a bound on the rounding error, at a cost
 * independent of the powers: transform, raise the spectra, transform back.
 *
 * <p>With u = 2<sup>-53</sup> and N a power of two, the bound rests on one assumption about the
 * transform of JTransforms. An output differs from the exact discrete Fourier transform by at most
 * {@code 20 u log2(2N) · sum of |inputs|}. Butterflies with twiddle factors accurate to 4u satisfy
 * it with room to spare. The sum of squares (Parseval) and the zero frequency (sum) are checked
 * after each transform, and a violation throws. Proof: {@code doc-files/circular-product.md}.
 */
public final class CircularProduct {
  /** Assumed error of one level of butterflies, relative to the sum of the inputs' magnitudes. */
  private static final double ERROR_PER_LEVEL = 20 * 0x1p-53;

  /** Error of one complex multiplication, relative to the product's modulus. */
  private static final double MULTIPLICATION_ERROR = 4 * 0x1p-53;

  /** A power whose modulus has a smaller logarithm counts as zero, and its bound as error. */
  private static final double LOG_NEGLIGIBLE = -460;

  /**
   * A partial product below this share of the product of the sums counts as zero, and its bound as
   * error. The inverse transform's error is larger.
   */
  private static final double NEGLIGIBLE = 1e-25;

  /** One plus a margin for the rounding of the error bounds themselves. */
  private static final double SLACK = 1.01;

  static {
    // One thread, so that results do not depend on the machine and no thread pool outlives the
    // call.
    CommonUtils.setThreadsBeginN_1D_FFT_2Threads(Long.MAX_VALUE);
    CommonUtils.setThreadsBeginN_1D_FFT_4Threads(Long.MAX_VALUE);
  }

  private final double[] values;
  private final double error;

  private CircularProduct(double[] values, double error) {
    this.values = values;
    this.error = error;
  }

  /**
   * The circular convolution of {@code vectors[0]} with itself {@code powers[0]} times, with {@code
   * vectors[1]} {@code powers[1]} times, and so on.
   *
   * @param vectors entries of at least 0, all of one length, a power of two of at least 4
   * @param powers how often each vector is a factor, at least 1 and below 2<sup>40</sup>
   * @return the product
   * @throws ArithmeticException if a check of the transform fails
   */
  public static CircularProduct of(List<double[]> vectors, long[] powers) {
    int size = vectors.get(0).length;
    DoubleFFT_1D transform = new DoubleFFT_1D(size);
    double level = ERROR_PER_LEVEL * Math.log(2.0 * size) / Math.log(2) * SLACK;
    int half = size / 2;
    double[] re = new double[half + 1];
    double[] im = new double[half + 1];
    double[] err = new double[half + 1];
    Arrays.fill(re, 1);
    double negligible = NEGLIGIBLE;
    for (int i = 0; i < powers.length; i++) {
      double[] vector = vectors.get(i);
      double total = TransformCheck.sum(vector) * (1 + size * 0x1p-52);
      double eta = level * total;
      int[] live = live(re, im, err, negligible);
      SparseSpectrum sparse = SparseSpectrum.of(vector);
      double[] spectrum =
          sparse.cheaper(live.length) ? sparse.at(live) : transformed(transform, vector, eta);
      multiply(spectrum, powers[i], eta, total, negligible, re, im, err);
      negligible *= largest(powers[i], eta, total);
    }
    return back(transform, level, re, im, err);
  }

  /**
   * The entries, with an absolute error of at most {@link #error()}.
   *
   * @return the array itself, owned by the caller
   */
  public double[] values() {
    return values;
  }

  /**
   * The bound on the absolute error of every entry.
   *
   * @return a number of at least 0
   */
  public double error() {
    return error;
  }

  /** The frequencies at which the product so far is not negligible. */
  private static int[] live(double[] re, double[] im, double[] err, double negligible) {
    int[] live = new int[re.length];
    int found = 0;
    for (int k = 0; k < re.length; k++) {
      if (modulus(re[k], im[k]) + err[k] >= negligible) {
        live[found++] = k;
      }
    }
    return Arrays.copyOf(live, found);
  }

  private static double[] transformed(DoubleFFT_1D transform, double[] vector, double eta) {
    double[] spectrum = vector.clone();
    transform.realForward(spectrum);
    TransformCheck.of(vector).forward(spectrum, eta);
    return spectrum;
  }

  /** Bound of every entry of a vector's raised spectrum: the power of the sum. */
  private static double largest(long power, double eta, double total) {
    return Math.exp(power * Math.log(total + eta)) * SLACK * SLACK;
  }

  private static void multiply(
      double[] spectrum,
      long power,
      double eta,
      double total,
      double negligible,
      double[] re,
      double[] im,
      double[] err) {
    int half = re.length - 1;
    double powerError = Math.expm1(power * MULTIPLICATION_ERROR) * SLACK;
    double largest = largest(power, eta, total);
    double[] z = new double[2];
    for (int k = 0; k <= half; k++) {
      double size = modulus(re[k], im[k]);
      if (!(size + err[k] >= negligible)) {
        // No entry of the spectrum exceeds the sum of the vector.
        err[k] = (size + err[k]) * largest + Double.MIN_NORMAL;
        re[k] = 0;
        im[k] = 0;
        continue;
      }
      double x = k == half ? spectrum[1] : spectrum[2 * k];
      double y = k == 0 || k == half ? 0 : spectrum[2 * k + 1];
      double modulus = Math.sqrt(x * x + y * y) * (1 + 0x1p-50);
      double larger = Math.min(modulus + eta, total + eta);
      double logLarger = power * Math.log(larger);
      double factorError;
      if (logLarger < LOG_NEGLIGIBLE) {
        z[0] = 0;
        z[1] = 0;
        factorError = 2 * Math.exp(LOG_NEGLIGIBLE);
      } else {
        raise(x, y, power, z);
        double bound = Math.exp(logLarger) * SLACK;
        // |X|^n changes by at most n larger^(n-1) eta, and the computed power adds its rounding.
        factorError = bound * (power * eta / larger + powerError) * SLACK + Double.MIN_NORMAL;
      }
      double factor = modulus(z[0], z[1]);
      err[k] =
          (size * (factorError + MULTIPLICATION_ERROR * factor) + err[k] * (factor + factorError))
                  * SLACK
              + Double.MIN_NORMAL;
      double real = re[k] * z[0] - im[k] * z[1];
      im[k] = re[k] * z[1] + im[k] * z[0];
      re[k] = real;
    }
  }

  /**
   * An upper bound of a modulus, much quicker than a correctly rounded one. The added constant
   * covers squares that underflow.
   */
  private static double modulus(double x, double y) {
    return Math.sqrt(x * x + y * y) * SLACK + 0x1p-500;
  }

  /** Binary powering; the relative error is at most {@code (1 + 4u)^(power - 1) - 1}. */
  private static void raise(double x, double y, long power, double[] result) {
    double a = x;
    double b = y;
    for (int bit = 62 - Long.numberOfLeadingZeros(power); bit >= 0; bit--) {
      double square = a * a - b * b;
      b = 2 * a * b;
      a = square;
      if ((power >> bit & 1) == 1) {
        double real = a * x - b * y;
        b = a * y + b * x;
        a = real;
      }
    }
    result[0] = a;
    result[1] = b;
  }

  private static CircularProduct back(
      DoubleFFT_1D transform, double level, double[] re, double[] im, double[] err) {
    int half = re.length - 1;
    int size = 2 * half;
    double[] packed = new double[size];
    double errors = 0;
    double moduli = 0;
    for (int k = 0; k <= half; k++) {
      double weight = k == 0 || k == half ? 1 : 2;
      errors += weight * err[k];
      moduli += weight * modulus(re[k], im[k]);
      packed[k == half ? 1 : 2 * k] = re[k];
      if (k > 0 && k < half) {
        packed[2 * k + 1] = im[k];
      }
    }
    transform.realInverse(packed, true);
    double error = (errors + 2 * level * moduli) / size * SLACK;
    TransformCheck.inverse(packed, re[0], error);
    return new CircularProduct(packed, error);
  }

  /**
   * The discrete Fourier transform of a vector with few entries other than 0, summed term by term
   * at the frequencies that matter. Let u = 2<sup>-53</sup> and m be the number of terms. Angles
   * err by at most 4u of a turn, sine and cosine by one unit in the last place, and an addition by
   * u. An output errs by at most {@code (m + 32) u · sum of |terms|}. For up to 64 terms this is
   * less than the assumed error of a fast transform of four times as many entries.
   */
  static final class SparseSpectrum {
    /** Largest number of entries other than 0. */
    private static final int MOST_TERMS = 64;

    private final double[] vector;
    private final int[] places;

    private SparseSpectrum(double[] vector, int[] places) {
      this.vector = vector;
      this.places = places;
    }

    static SparseSpectrum of(double[] vector) {
      int[] places = new int[MOST_TERMS + 1];
      int found = 0;
      for (int j = 0; j < vector.length && found <= MOST_TERMS; j++) {
        if (vector[j] != 0) {
          places[found++] = j;
        }
      }
      return new SparseSpectrum(vector, Arrays.copyOf(places, found));
    }

    /** Whether the given number of frequencies takes less time than a fast transform of all. */
    boolean cheaper(int frequencies) {
      return places.length <= MOST_TERMS && (long) places.length * frequencies < vector.length / 4;
    }

    /** The real parts at even places and the imaginary ones at odd places, except the last's. */
    double[] at(int[] frequencies) {
      int size = vector.length;
      double[] spectrum = new double[size];
      for (int k : frequencies) {
        double re = 0;
        double im = 0;
        for (int j : places) {
          double angle = -2 * Math.PI * ((double) ((long) j * k % size) / size);
          re += vector[j] * Math.cos(angle);
          im += vector[j] * Math.sin(angle);
        }
        spectrum[2 * k == size ? 1 : 2 * k] = re;
        if (k > 0 && 2 * k < size) {
          spectrum[2 * k + 1] = im;
        }
      }
      return spectrum;
    }
  }

  /**
   * Checks of a transform whose error is assumed to be bounded. The transform must keep the sum of
   * the entries, which is frequency 0, and the sum of squares (Parseval).
   */
  static final class TransformCheck {
    private final double total;
    private final double squares;

    private TransformCheck(double total, double squares) {
      this.total = total;
      this.squares = squares;
    }

    /** Remembers the sums of a non-negative vector before its transform. */
    static TransformCheck of(double[] vector) {
      double squares = 0;
      for (double value : vector) {
        squares += value * value;
      }
      return new TransformCheck(sum(vector), squares);
    }

    /**
     * Compares a spectrum with the vector.
     *
     * @param spectrum real and imaginary parts in turn, the last frequency's real part at place 1
     * @param error bound on the absolute error of every frequency
     * @throws ArithmeticException if a sum differs by more than the error explains
     */
    void forward(double[] spectrum, double error) {
      int size = spectrum.length;
      double energy = spectrum[0] * spectrum[0] + spectrum[1] * spectrum[1];
      double moduli = Math.abs(spectrum[0]) + Math.abs(spectrum[1]);
      for (int k = 1; k < size / 2; k++) {
        double square = Math.pow(spectrum[2 * k], 2) + Math.pow(spectrum[2 * k + 1], 2);
        energy += 2 * square;
        moduli += 2 * Math.sqrt(square);
      }
      double wanted = size * squares;
      double tolerance = error * (2 * moduli + size * error) + size * 0x1p-50 * (energy + wanted);
      boolean sumKept = Math.abs(spectrum[0] - total) <= 2 * error + size * 0x1p-51 * total;
      if (!(sumKept && Math.abs(energy - wanted) <= tolerance)) {
        throw new ArithmeticException(
            "transform of " + size + " entries lost accuracy: energy " + energy + ", sum " + total);
      }
    }

    /**
     * Compares the sum of the entries with frequency 0 of their spectrum.
     *
     * @param entries the result of the inverse transform
     * @param sum the frequency 0
     * @param error bound on the absolute error of every entry
     * @throws ArithmeticException if the sum of the entries differs by more than the error explains
     */
    static void inverse(double[] entries, double sum, double error) {
      int size = entries.length;
      double drift = Math.abs(sum(entries) - sum);
      if (!(drift <= size * error + size * 0x1p-52 * (Math.abs(sum) + 1))) {
        throw new ArithmeticException("inverse transform lost the sum " + sum + " by " + drift);
      }
    }

    static double sum(double[] values) {
      double sum = 0;
      for (double value : values) {
        sum += value;
      }
      return sum;
    }
  }
}
