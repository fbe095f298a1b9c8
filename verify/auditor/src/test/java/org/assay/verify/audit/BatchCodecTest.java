package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.audit.CheckpointFile.BatchCodec;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.LearningMemory;
import org.assay.verify.internal.distinguish.ScoredTrials;
import org.assay.verify.trial.AdjacentPair;
import org.junit.jupiter.api.Test;

class BatchCodecTest {
  @Test
  void countedTrialsComeBackWithWhatIsRememberedOfThem() throws IOException {
    BinCounts counts = BinCounts.of(new long[] {1, 2}, new long[] {0, 4});
    double[] note = {3, Double.NEGATIVE_INFINITY, -0.0, 0.1};
    List<double[]> notes = List.of(note, new double[0]);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<List<ScoredTrials>> batch =
        List.of(List.of(ScoredTrials.counted(3, 4, 2, List.of(counts), notes)));
    BatchCodec.write(new DataOutputStream(bytes), batch);

    AdjacentPair<Double> pair = AdjacentPair.of("0 and 1", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    ScoredTrials read =
        BatchCodec.read(in, List.of(new PairState<>(pair, List.of(), new LearningMemory(1))))
            .get(0)
            .get(0);
    assertEquals(3, read.leftRuns());
    assertEquals(4, read.rightRuns());
    assertEquals(2, read.failures());
    assertTrue(read.outcomes().isEmpty());
    assertEquals(2, read.counts().get(0).left(1, 2));
    assertArrayEquals(note, read.notes().get(0));
    assertEquals(0, read.notes().get(1).length);
    assertEquals(-1, in.read());
  }
}
