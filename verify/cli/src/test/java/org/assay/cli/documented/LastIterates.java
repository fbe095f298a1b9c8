package org.assay.cli.documented;

import java.util.List;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Auditor;
import org.assay.verify.walk.RandomWalk;

public class LastIterates {
  public static void main(String[] arguments) {
    AdjacencyRelation adjacency = AdjacencyRelation.REPLACE_ONE;
    RandomWalk walk =
        RandomWalk.centred(
            NoisySgd.of(NoisySgdSampling.FULL_BATCH, adjacency)
                .batches(1, 1)
                .steps(6, 0.25)
                .noise(4)
                .lipschitzConstant(1)
                .curvature(0, 0)
                .diameter(24)
                .build());
    System.out.println(
        Auditor.of(new Guarantee.Approximate(1, 1e-3, adjacency))
            .audit(walk.mechanism(), List.of(walk.pair()))
            .verdict());
  }
}
