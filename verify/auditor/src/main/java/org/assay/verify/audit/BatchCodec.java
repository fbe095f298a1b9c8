package org.assay.verify.audit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.ScoredTrials;
import org.assay.verify.trial.TrialCodec;

/**
 * Writes and reads a batch as bytes: outcomes if they are kept, otherwise counts and rare values.
 */
final class BatchCodec {
  private BatchCodec() {}

  static void write(DataOutputStream out, List<List<ScoredTrials>> batch) throws IOException {
    for (List<ScoredTrials> pair : batch) {
      out.writeInt(pair.size());
      for (ScoredTrials trials : pair) {
        out.writeBoolean(trials.outcomes().isPresent());
        if (trials.outcomes().isPresent()) {
          TrialCodec.write(out, trials.outcomes().get());
        } else {
          writeCounts(out, trials);
        }
      }
    }
  }

  static <D> List<List<ScoredTrials>> read(DataInputStream in, List<PairState<D>> pairs)
      throws IOException {
    List<List<ScoredTrials>> batch = new ArrayList<>();
    for (PairState<D> pair : pairs) {
      List<ScoredTrials> chunks = new ArrayList<>();
      int size = in.readInt();
      for (int i = 0; i < size; i++) {
        chunks.add(in.readBoolean() ? pair.score(TrialCodec.read(in)) : readCounts(in));
      }
      batch.add(chunks);
    }
    return batch;
  }

  private static void writeCounts(DataOutputStream out, ScoredTrials trials) throws IOException {
    out.writeInt(trials.leftRuns());
    out.writeInt(trials.rightRuns());
    out.writeInt(trials.failures());
    out.writeInt(trials.counts().size());
    for (BinCounts counts : trials.counts()) {
      out.writeInt(counts.bins());
      for (int bin = 0; bin < counts.bins(); bin++) {
        out.writeLong(counts.left(bin, bin + 1));
        out.writeLong(counts.right(bin, bin + 1));
      }
    }
    writeNotes(out, trials.notes());
  }

  private static void writeNotes(DataOutputStream out, List<double[]> notes) throws IOException {
    out.writeInt(notes.size());
    for (double[] note : notes) {
      out.writeInt(note.length);
      for (double number : note) {
        out.writeDouble(number);
      }
    }
  }

  private static List<double[]> readNotes(DataInputStream in) throws IOException {
    List<double[]> notes = new ArrayList<>();
    int size = in.readInt();
    for (int i = 0; i < size; i++) {
      double[] note = new double[in.readInt()];
      for (int j = 0; j < note.length; j++) {
        note[j] = in.readDouble();
      }
      notes.add(note);
    }
    return notes;
  }

  private static ScoredTrials readCounts(DataInputStream in) throws IOException {
    int leftRuns = in.readInt();
    int rightRuns = in.readInt();
    int failures = in.readInt();
    List<BinCounts> learners = new ArrayList<>();
    int size = in.readInt();
    for (int i = 0; i < size; i++) {
      int bins = in.readInt();
      long[] left = new long[bins];
      long[] right = new long[bins];
      for (int bin = 0; bin < bins; bin++) {
        left[bin] = in.readLong();
        right[bin] = in.readLong();
      }
      learners.add(BinCounts.of(left, right));
    }
    return ScoredTrials.counted(leftRuns, rightRuns, failures, learners, readNotes(in));
  }
}
