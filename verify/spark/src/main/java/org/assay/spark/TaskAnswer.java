package org.assay.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.trial.TrialCodec;

/** What a task sends back: its trials as bytes, range by range, and the time they took. */
final class TaskAnswer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int ranges;
  private final byte[] bytes;
  private final long nanos;

  private TaskAnswer(int ranges, byte[] bytes, long nanos) {
    this.ranges = ranges;
    this.bytes = bytes;
    this.nanos = nanos;
  }

  static TaskAnswer of(List<TrialBatch> batches, long nanos) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (TrialBatch batch : batches) {
        TrialCodec.write(out, batch);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new TaskAnswer(batches.size(), bytes.toByteArray(), nanos);
  }

  int size() {
    return bytes.length;
  }

  long nanos() {
    return nanos;
  }

  List<TrialBatch> batches() {
    List<TrialBatch> batches = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      for (int i = 0; i < ranges; i++) {
        batches.add(TrialCodec.read(in));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return batches;
  }
}
