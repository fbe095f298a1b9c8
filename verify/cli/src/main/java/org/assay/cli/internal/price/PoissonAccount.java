package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Function;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;

/**
 * What shuffled batches are often said to cost: as much as Poisson samples of the same expected
 * size, as often as there are batches.
 *
 * @param wanted {@code epsilon} or {@code delta}
 * @param claimed the interval of the Poisson samples
 * @param own the bracket of the shuffled batches themselves
 */
record PoissonAccount(String wanted, Enclosure claimed, Enclosure own) {
  /** More steps are not counted. */
  private static final long MOST_STEPS = 1L << 53;

  /**
   * The account of an event.
   *
   * @param event what was run
   * @param wanted {@code epsilon} or {@code delta}
   * @param own the bracket of the event's own
   * @param question what is asked about the Poisson samples
   * @return the account; empty for all events but shuffled batches
   */
  static Optional<PoissonAccount> of(
      DpEvent event, String wanted, Enclosure own, Function<TightestBound, Enclosure> question) {
    return event
        .accept(new Samples())
        .map(samples -> TightestBound.of(samples, event.adjacency()))
        .map(bound -> new PoissonAccount(wanted, question.apply(bound), own));
  }

  /** Whether the mechanism itself certainly costs more. */
  boolean refuted() {
    return own.lower() > claimed.upper();
  }

  String text() {
    String cost =
        "accounted as Poisson samples: " + wanted + " " + Decimals.BY_SIZE.up(claimed.upper());
    return refuted()
        ? cost
            + ", REFUTED for shuffled batches, whose own "
            + wanted
            + " is at least "
            + Decimals.BY_SIZE.down(own.lower())
        : cost + ", not proved for shuffled batches and not refuted by this test";
  }

  void put(ObjectNode node) {
    ObjectNode account = node.putObject("accounted_as_poisson");
    account
        .putObject(wanted)
        .put("lower", claimed.lowerDecimal())
        .put("upper", claimed.upperDecimal());
    account.put("refuted", refuted());
  }

  private static final class Samples extends DefaultVisitor<Optional<DpEvent>> {
    @Override
    protected Optional<DpEvent> visitOther(DpEvent other) {
      return Optional.empty();
    }

    @Override
    public Optional<DpEvent> visitShuffledBatches(ShuffledBatchesEvent run) {
      if (run.batches() > MOST_STEPS / run.epochs()) {
        return Optional.empty();
      }
      AdjacencyRelation adjacency = run.adjacency();
      return Optional.of(
          DpEvent.gaussian(run.noiseMultiplier(), ofSum(adjacency))
              .poissonSampled(1.0 / run.batches())
              .times(run.batches() * run.epochs()));
    }

    /** A replaced record's samples are bounded through its absence, by a theorem that restates. */
    private static Sensitivity ofSum(AdjacencyRelation adjacency) {
      return Sensitivity.unit(
          adjacency == AdjacencyRelation.REPLACE_ONE ? AdjacencyRelation.ADD_OR_REMOVE : adjacency);
    }
  }
}
