package org.assay.verify.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.writing.Numbers;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.WrittenForm;
import org.junit.jupiter.api.Test;

class TrialCodecTest {
  private static final List<Outcome> OUTCOMES =
      List.of(
          Outcome.of(-0.0, Double.NaN),
          Outcome.of(),
          Outcome.of("mean=0.5, n=3"),
          new Outcome.Failure("timeout"),
          Outcome.written(WrittenForm.of("3.0"), 3),
          Outcome.written(WrittenForm.of("3.1234567"), 3.1234567),
          Outcome.of(1_000_000_000_000_000_001L),
          structured("a", 2, "x"),
          structured("b", 3, "y"),
          structured("a", 4, "x"));

  private static Outcome structured(String key, double value, String text) {
    Numbers numbers = new Numbers().add(Place.OUTPUT.key(key), value);
    numbers.say(Place.OUTPUT.key("text"), text);
    return Outcome.of(numbers, Optional.of(WrittenForm.of("2.50")));
  }

  @Test
  void everyKindOfOutcomeComesBack() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean[] left = {true, false, false, true, false, true, true, false, false, true};
    TrialCodec.write(new DataOutputStream(bytes), TrialBatch.of(left, OUTCOMES));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    TrialBatch read = TrialCodec.read(in);
    assertEquals(-1, in.read());
    for (int i = 0; i < left.length; i++) {
      assertEquals(left[i], read.ranOnLeft(i));
      assertEquals(OUTCOMES.get(i), read.outcome(i));
      assertEquals(OUTCOMES.get(i).toString(), read.outcome(i).toString());
      // Equality leaves out how numbers are written.
      assertEquals(form(OUTCOMES.get(i)), form(read.outcome(i)));
    }
  }

  private static Optional<WrittenForm> form(Outcome outcome) {
    return outcome.vector().flatMap(Outcome.Vector::form);
  }
}
