package org.assay.verify.trial;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The bytes of trials: coins and outcomes, doubles bit for bit. */
public final class TrialCodec {
  private static final byte VECTOR = 0;
  private static final byte CATEGORY = 1;
  private static final byte FAILURE = 2;

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
        out.writeByte(VECTOR);
        out.writeInt(vector.length());
        for (int i = 0; i < vector.length(); i++) {
          out.writeLong(Double.doubleToRawLongBits(vector.at(i)));
        }
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
    if (type != VECTOR) {
      String word = readWord(in);
      return type == CATEGORY ? Outcome.of(word) : new Outcome.Failure(word);
    }
    double[] values = new double[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Double.longBitsToDouble(in.readLong());
    }
    return Outcome.of(values);
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
