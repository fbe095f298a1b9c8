package org.assay.verify.trial;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assay.verify.writing.WrittenForm;

/** The bytes of trials: coins and outcomes, doubles bit for bit. */
public final class TrialCodec {
  private static final byte VECTOR = 0;
  private static final byte CATEGORY = 1;
  private static final byte FAILURE = 2;

  /** A vector of which it is known how it was written. */
  private static final byte WRITTEN = 3;

  private TrialCodec() {}

  /**
   * Writes trials.
   *
   * @param out where to
   * @param trials the trials
   * @throws IOException if nothing can be written there
   */
  public static void write(DataOutputStream out, TrialBatch trials) throws IOException {
    out.writeInt(trials.size());
    for (int i = 0; i < trials.size(); i++) {
      out.writeBoolean(trials.ranOnLeft(i));
      trials.outcome(i).accept(new Writing()).to(out);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param in where from
   * @return the trials
   * @throws IOException if they cannot be read
   */
  public static TrialBatch read(DataInputStream in) throws IOException {
    boolean[] left = new boolean[in.readInt()];
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < left.length; i++) {
      left[i] = in.readBoolean();
      outcomes.add(readOutcome(in));
    }
    return TrialBatch.of(left, outcomes);
  }

  /** An outcome that waits for where to write it. */
  private interface Written {
    void to(DataOutputStream out) throws IOException;
  }

  private static final class Writing implements Outcome.Visitor<Written> {
    @Override
    public Written visitVector(Outcome.Vector vector) {
      return out -> {
        out.writeByte(vector.form().isPresent() ? WRITTEN : VECTOR);
        if (vector.form().isPresent()) {
          write(out, vector.form().get().toArray());
        }
        write(out, vector.toArray());
      };
    }

    @Override
    public Written visitCategory(Outcome.Category category) {
      return out -> {
        out.writeByte(CATEGORY);
        write(out, category.name());
      };
    }

    @Override
    public Written visitFailure(Outcome.Failure failure) {
      return out -> {
        out.writeByte(FAILURE);
        write(out, failure.kind());
      };
    }
  }

  private static Outcome readOutcome(DataInputStream in) throws IOException {
    byte type = in.readByte();
    return switch (type) {
      case CATEGORY -> Outcome.of(readWord(in));
      case FAILURE -> new Outcome.Failure(readWord(in));
      case WRITTEN -> Outcome.written(WrittenForm.of(readNumbers(in)), readNumbers(in));
      default -> Outcome.of(readNumbers(in));
    };
  }

  private static void write(DataOutputStream out, double[] numbers) throws IOException {
    out.writeInt(numbers.length);
    for (double number : numbers) {
      out.writeLong(Double.doubleToRawLongBits(number));
    }
  }

  private static double[] readNumbers(DataInputStream in) throws IOException {
    double[] numbers = new double[in.readInt()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.longBitsToDouble(in.readLong());
    }
    return numbers;
  }

  private static void write(DataOutputStream out, String word) throws IOException {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readWord(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
