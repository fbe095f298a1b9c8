package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ExponentialMechanismEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.StaircaseEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;

/** The loss of some neighbours is never above the guarantee, and grows with the run. */
class AttainedCostProperties {
  private static final int DEPTH = 3;

  private static DpEvent leaf(Random random, AdjacencyRelation relation) {
    Sensitivity one = new Sensitivity(1, relation);
    double size = 0.5 + 2 * random.nextDouble();
    return switch (random.nextInt(9)) {
      case 0 -> DpEvent.laplace(size, one);
      case 1 -> DpEvent.gaussian(size, one);
      case 2 -> DpEvent.randomizedResponse(0.1 + 0.8 * random.nextDouble(), relation);
      case 3 -> new DiscreteLaplaceEvent(size, new Sensitivity(2, relation));
      case 4 -> new DiscreteGaussianEvent(size, one);
      case 5 -> new StaircaseEvent(size, random.nextDouble(), relation);
      case 6 -> new ExponentialMechanismEvent(size, relation);
      case 7 -> new PermuteAndFlipEvent(size, relation);
      default -> DpEvent.pure(size, relation);
    };
  }

  private static DpEvent tree(Random random, AdjacencyRelation relation, int depth) {
    if (depth == 0) {
      return leaf(random, relation);
    }
    Supplier<DpEvent> part = () -> tree(random, relation, random.nextInt(depth));
    return switch (random.nextInt(7)) {
      case 0 -> DpEvent.sequence(part.get(), part.get());
      case 1 -> part.get().times(1 + random.nextInt(4));
      case 2 -> part.get().forGroupsOf(1 + random.nextInt(3));
      case 3 -> part.get().poissonSampled(random.nextDouble());
      case 4 -> part.get().fixedSizeSampled(1 + random.nextInt(3), 4);
      case 5 -> DpEvent.parallel(part.get(), part.get());
      default ->
          new ParallelEvent(List.of(part.get(), part.get()), ParallelEvent.Assignment.BY_VALUE);
    };
  }

  /** Contradictions are thrown; a cost without a theorem is empty. */
  private static Optional<Enclosure> known(Supplier<Enclosure> cost) {
    try {
      return Optional.of(cost.get());
    } catch (UnsupportedEventException refused) {
      return Optional.empty();
    }
  }

  @Tag("slow")
  @Property(tries = 120, seed = "31")
  void lowerEndsStayBelowUpperEnds(@ForAll long seed) {
    Random random = new Random(seed);
    AdjacencyRelation stated = random.nextBoolean() ? ADD_OR_REMOVE : REPLACE_ONE;
    AdjacencyRelation wanted = random.nextInt(3) == 0 ? REPLACE_ONE : stated;
    DpEvent event = tree(random, stated, DEPTH);
    Cost cost = Cost.of(event, wanted);
    Cost repeated = Cost.of(DpEvent.sequence(event, leaf(random, stated)), wanted);
    for (double order : new double[] {1.0625, 2, 6}) {
      Optional<Enclosure> once = known(() -> cost.renyi(order));
      Optional<Enclosure> more = known(() -> repeated.renyi(order));
      if (once.isPresent() && more.isPresent()) {
        assertTrue(
            more.get().lower() >= once.get().lower() * (1 - 1e-9),
            () -> "order " + order + ": " + event.describe() + " " + once + " " + more);
      }
    }
    known(cost::rho);
    known(cost::mu);
    known(cost::pureEpsilonOrInfinity);
  }
}
