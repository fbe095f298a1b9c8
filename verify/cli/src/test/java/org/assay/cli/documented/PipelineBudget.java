package org.assay.cli.documented;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.budget.Budget;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/** Steps ask for shares of epsilon while a pipeline is built; all are charged before it runs. */
final class PipelineBudget {
  private final Budget budget;
  private final double epsilon;
  private final AdjacencyRelation adjacency;
  private final List<Share> shares = new ArrayList<>();
  private boolean granted;

  PipelineBudget(Budget budget, double epsilon, AdjacencyRelation adjacency) {
    this.budget = budget;
    this.epsilon = epsilon;
    this.adjacency = adjacency;
  }

  Share request(double weight) {
    Share share = new Share(weight);
    shares.add(share);
    return share;
  }

  /** Whether all shares together were granted; if not, the pipeline must not run. */
  boolean allocate(String label) {
    double weights = shares.stream().mapToDouble(share -> share.weight).sum();
    // A little less, so that rounded shares are no more than the whole.
    shares.forEach(share -> share.epsilon = (1 - 1e-14) * epsilon * share.weight / weights);
    DpEvent[] steps =
        shares.stream()
            .map(share -> DpEvent.pure(share.epsilon, adjacency))
            .toArray(DpEvent[]::new);
    granted = budget.charge(DpEvent.sequence(steps), label).granted();
    return granted;
  }

  /** What one step may spend, once the whole was granted. */
  final class Share {
    private final double weight;
    private double epsilon;

    private Share(double weight) {
      this.weight = weight;
    }

    double epsilon() {
      if (!granted || !(epsilon > 0)) {
        throw new IllegalStateException("nothing was granted to this step: allocate first");
      }
      return epsilon;
    }
  }
}
