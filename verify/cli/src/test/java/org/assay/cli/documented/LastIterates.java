package org.assay.cli.documented;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Auditor;
import org.assay.verify.walk.BatchSampling;
import org.assay.verify.walk.NoisySgdSettings;
import org.assay.verify.walk.RandomWalk;

public class LastIterates {
  public static void main(String[] arguments) {
    AdjacencyRelation adjacency = AdjacencyRelation.REPLACE_ONE;
    RandomWalk walk =
        RandomWalk.centred(
            new NoisySgdSettings(1, 24, 0.25, 4, 1, 1, 6, 1, BatchSampling.FULL_BATCH, adjacency));
    System.out.println(
        Auditor.of(new Guarantee.Approximate(1, 1e-3, adjacency))
            .audit(walk.mechanism(), List.of(walk.pair()))
            .verdict());
  }
}
