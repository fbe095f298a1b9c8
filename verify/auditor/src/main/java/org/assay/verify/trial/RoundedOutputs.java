package org.assay.verify.trial;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.assay.verify.internal.writing.Structure;
import org.assay.verify.internal.writing.WrittenForm;
import org.assay.verify.internal.writing.WrittenText;

/**
 * A mechanism whose outputs are rounded. Rounding is post-processing, so a refutation of the
 * rounded mechanism refutes the mechanism.
 *
 * @param mechanism the mechanism
 * @param bits number of significant bits that remain, from 2 to 53
 * @param <D> the type of datasets
 */
public record RoundedOutputs<D>(Mechanism<D> mechanism, int bits) implements Mechanism<D> {
  /** Significant bits of a double; rounding to them changes nothing. */
  public static final int SIGNIFICAND = 53;

  /**
   * The mechanism with rounded outputs. A mechanism that answers many runs at once still answers
   * them at once.
   *
   * @param mechanism the mechanism
   * @param bits number of significant bits that remain, from 2 to 53
   * @param <D> the type of datasets
   * @return the rounded mechanism; the mechanism itself for 53 bits
   */
  public static <D> Mechanism<D> of(Mechanism<D> mechanism, int bits) {
    if (bits == SIGNIFICAND) {
      return mechanism;
    }
    return mechanism instanceof BatchMechanism<D> batches
        ? new Batches<>(batches, bits)
        : new RoundedOutputs<>(mechanism, bits);
  }

  @Override
  public Outcome run(D dataset, RandomGenerator random) throws Exception {
    return rounded(mechanism.run(dataset, random), bits);
  }

  private static Outcome rounded(Outcome outcome, int bits) {
    return outcome.accept(new Rounding(bits));
  }

  /** Rounds numbers, including those in texts, and hides their number of written digits. */
  private record Rounding(int bits) implements Outcome.Visitor<Outcome> {
    @Override
    public Outcome visitVector(Outcome.Vector vector) {
      double[] seen =
          vector
              .structure()
              .map(structure -> Arrays.stream(structure.parts()).mapToDouble(vector::at).toArray())
              .orElseGet(vector::toArray);
      return Outcome.of(
          vector.form().map(WrittenForm::withoutDigits),
          vector.structure().flatMap(Structure::withoutRests),
          Arrays.stream(seen).map(number -> round(number, bits)).toArray());
    }

    @Override
    public Outcome visitCategory(Outcome.Category category) {
      return Outcome.of(WrittenText.of(category.name()).withNumbers(this::rewritten));
    }

    @Override
    public Outcome visitFailure(Outcome.Failure failure) {
      return failure;
    }

    /** The text of a number. Whole numbers that rounding does not change keep their text. */
    private String rewritten(String number) {
      double value = Double.parseDouble(number);
      double rounded = round(value, bits);
      boolean whole = number.indexOf('.') < 0 && number.indexOf('e') < 0 && number.indexOf('E') < 0;
      return whole && value == rounded ? number : Double.toString(rounded);
    }
  }

  /** Rounds half away from zero. NaN and infinities stay; subnormal numbers keep fewer bits. */
  private static double round(double value, int bits) {
    if (!Double.isFinite(value)) {
      return value;
    }
    int dropped = SIGNIFICAND - bits;
    long half = dropped == 0 ? 0 : 1L << (dropped - 1);
    long kept = -1L << dropped;
    return Double.longBitsToDouble((Double.doubleToRawLongBits(value) + half) & kept);
  }

  /**
   * A mechanism with rounded outputs that is asked for many runs at once.
   *
   * @param mechanism the mechanism
   * @param bits number of significant bits that remain, from 2 to 53
   */
  private record Batches<D>(BatchMechanism<D> mechanism, int bits) implements BatchMechanism<D> {
    @Override
    public int trialsPerRequest() {
      return mechanism.trialsPerRequest();
    }

    @Override
    public Optional<List<Outcome>> runAll(D dataset, long[] seeds, long deadline)
        throws InterruptedException {
      return mechanism
          .runAll(dataset, seeds, deadline)
          .map(outcomes -> outcomes.stream().map(outcome -> rounded(outcome, bits)).toList());
    }
  }
}
