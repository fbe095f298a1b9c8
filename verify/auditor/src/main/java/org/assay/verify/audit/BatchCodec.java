package org.assay.verify.audit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.distinguish.ScoredTrials;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;

/**
 * The bytes of a batch: outcomes where they are kept, counts and rare values where they are not.
 */
final class BatchCodec {
  private static final byte VECTOR = 0;
  private static final byte CATEGORY = 1;
  private static final byte FAILURE = 2;

  private BatchCodec() {}

  static void write(DataOutputStream out, List<List<ScoredTrials>> batch) throws IOException {
    for (List<ScoredTrials> pair : batch) {
      out.writeInt(pair.size());
      for (ScoredTrials trials : pair) {
        out.writeBoolean(trials.outcomes().isPresent());
        if (trials.outcomes().isPresent()) {
          writeOutcomes(out, trials.outcomes().get());
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
        chunks.add(in.readBoolean() ? pair.score(readOutcomes(in)) : readCounts(in));
      }
      batch.add(chunks);
    }
    return batch;
  }

  private static void writeOutcomes(DataOutputStream out, TrialBatch trials) throws IOException {
    out.writeInt(trials.size());
    for (int i = 0; i < trials.size(); i++) {
      out.writeBoolean(trials.ranOnLeft(i));
      write(out, trials.outcome(i));
    }
  }

  private static TrialBatch readOutcomes(DataInputStream in) throws IOException {
    boolean[] left = new boolean[in.readInt()];
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < left.length; i++) {
      left[i] = in.readBoolean();
      outcomes.add(readOutcome(in));
    }
    return TrialBatch.of(left, outcomes);
  }

  private static void write(DataOutputStream out, Outcome outcome) throws IOException {
    if (outcome instanceof Outcome.Vector vector) {
      out.writeByte(VECTOR);
      out.writeInt(vector.length());
      for (int i = 0; i < vector.length(); i++) {
        out.writeLong(Double.doubleToRawLongBits(vector.at(i)));
      }
    } else if (outcome instanceof Outcome.Category category) {
      out.writeByte(CATEGORY);
      write(out, category.name());
    } else {
      out.writeByte(FAILURE);
      write(out, ((Outcome.Failure) outcome).kind());
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

  private static void writeCounts(DataOutputStream out, ScoredTrials trials) throws IOException {
    out.writeInt(trials.leftRuns());
    out.writeInt(trials.rightRuns());
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
    return ScoredTrials.counted(leftRuns, rightRuns, learners, readNotes(in));
  }
}
