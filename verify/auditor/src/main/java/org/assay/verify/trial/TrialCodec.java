package org.assay.verify.trial;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.Structure;
import org.assay.verify.internal.writing.WrittenForm;

/** Writes and reads trials as bytes: coins and outcomes, doubles bit by bit. */
public final class TrialCodec {
  /** Tag of a plain vector. */
  private static final byte VECTOR = 0;

  /** Tag of a word. */
  private static final byte CATEGORY = 1;

  /** Tag of a failure. */
  private static final byte FAILURE = 2;

  /** Tag of a vector with a known written form. */
  private static final byte WRITTEN = 3;

  /** Tag of a vector with places, and possibly a written form. */
  private static final byte STRUCTURED = 4;

  private TrialCodec() {}

  /**
   * Writes trials.
   *
   * @param out the target
   * @param trials the trials
   * @throws IOException if nothing can be written there
   */
  public static void write(DataOutputStream out, TrialBatch trials) throws IOException {
    out.writeInt(trials.size());
    Writing writing = new Writing(new HashMap<>());
    for (int i = 0; i < trials.size(); i++) {
      out.writeBoolean(trials.ranOnLeft(i));
      trials.outcome(i).accept(writing).to(out);
    }
  }

  /**
   * Reads trials that {@link #write} wrote.
   *
   * @param in the source
   * @return the trials
   * @throws IOException if the trials cannot be read
   */
  public static TrialBatch read(DataInputStream in) throws IOException {
    boolean[] left = new boolean[in.readInt()];
    List<Outcome> outcomes = new ArrayList<>();
    List<List<Place>> known = new ArrayList<>();
    for (int i = 0; i < left.length; i++) {
      left[i] = in.readBoolean();
      outcomes.add(readOutcome(in, known));
    }
    return TrialBatch.of(left, outcomes);
  }

  /** Writes one outcome to a stream. */
  private interface Written {
    void to(DataOutputStream out) throws IOException;
  }

  /**
   * Writes outcomes.
   *
   * @param known the lists of places that were written, with their numbers; most outcomes repeat
   *     one
   */
  private record Writing(Map<List<Place>, Integer> known) implements Outcome.Visitor<Written> {
    @Override
    public Written visitVector(Outcome.Vector vector) {
      return out -> {
        Optional<WrittenForm> form = vector.form();
        if (vector.structure().isPresent()) {
          out.writeByte(STRUCTURED);
          out.writeBoolean(form.isPresent());
        } else {
          out.writeByte(form.isPresent() ? WRITTEN : VECTOR);
        }
        if (form.isPresent()) {
          write(out, form.get().toArray());
          write(out, form.get().lastDigits());
        }
        if (vector.structure().isPresent()) {
          writeStructure(out, vector.structure().get());
        }
        write(out, vector.toArray());
      };
    }

    private void writeStructure(DataOutputStream out, Structure structure) throws IOException {
      int number = known.getOrDefault(structure.places(), known.size());
      out.writeInt(number);
      if (known.putIfAbsent(structure.places(), number) == null) {
        out.writeInt(structure.places().size());
        for (Place place : structure.places()) {
          TrialCodec.write(out, place);
        }
      }
      out.writeInt(structure.texts().size());
      for (Structure.Text text : structure.texts()) {
        TrialCodec.write(out, text.place());
        TrialCodec.write(out, text.frame());
      }
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

  private static Outcome readOutcome(DataInputStream in, List<List<Place>> known)
      throws IOException {
    byte type = in.readByte();
    return switch (type) {
      case CATEGORY -> Outcome.of(readWord(in));
      case FAILURE -> new Outcome.Failure(readWord(in));
      case WRITTEN -> Outcome.written(readForm(in), readNumbers(in));
      case STRUCTURED -> readStructured(in, known);
      default -> Outcome.of(readNumbers(in));
    };
  }

  private static WrittenForm readForm(DataInputStream in) throws IOException {
    return WrittenForm.of(readNumbers(in), readNumbers(in));
  }

  private static Outcome readStructured(DataInputStream in, List<List<Place>> known)
      throws IOException {
    Optional<WrittenForm> form = in.readBoolean() ? Optional.of(readForm(in)) : Optional.empty();
    int number = in.readInt();
    if (number == known.size()) {
      List<Place> places = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        places.add(readPlace(in));
      }
      known.add(List.copyOf(places));
    }
    List<Structure.Text> texts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      Place place = readPlace(in);
      texts.add(new Structure.Text(place, readWord(in)));
    }
    return Outcome.of(form, Optional.of(new Structure(known.get(number), texts)), readNumbers(in));
  }

  private static void write(DataOutputStream out, Place place) throws IOException {
    write(out, place.name());
    out.writeBoolean(place.kind() == Place.Kind.REST);
  }

  private static Place readPlace(DataInputStream in) throws IOException {
    String name = readWord(in);
    return new Place(name, in.readBoolean() ? Place.Kind.REST : Place.Kind.PART);
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
