package org.assay.cli.internal.dpsgd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;

/**
 * What the accountant of another library makes of the same training, under add-or-remove: its
 * published formulas, evaluated here. The library itself rounds otherwise in the last digits, and
 * dp_accounting says 0 where a divergence is below the square of delta.
 *
 * @param library whose accountant, and which
 * @param epsilon what its formulas give
 * @param why how it comes about, and why it differs
 */
record OtherAccount(String library, double epsilon, String why) {
  private static final AdjacencyRelation RELATION = AdjacencyRelation.ADD_OR_REMOVE;

  /** Orders that the lists of both libraries begin with: 1.1 to 10.9. */
  private static final int TENTHS = 99;

  /** {@code RDPAccountant.DEFAULT_ALPHAS} of Opacus. */
  private static final double[] OPACUS = orders(IntStream.range(12, 64));

  /** {@code DEFAULT_RDP_ORDERS} of dp_accounting, by which TensorFlow Privacy accounts. */
  private static final double[] DP_ACCOUNTING =
      orders(IntStream.concat(IntStream.range(11, 64), IntStream.of(128, 256, 512, 1024)));

  /** {@code eps_error} of the default accountant of Opacus, which is added to its estimate. */
  private static final double OPACUS_MARGIN = 0.01;

  private static double[] orders(IntStream whole) {
    DoubleStream tenths = IntStream.rangeClosed(1, TENTHS).mapToDouble(x -> 1 + x / 10.0);
    return DoubleStream.concat(tenths, whole.asDoubleStream()).toArray();
  }

  /** What the libraries print. */
  static List<OtherAccount> of(Plan plan, double noiseMultiplier, double delta) {
    boolean federated = plan.wording() == Wording.CLIENTS;
    // The data loader of Opacus turns a loader of so many batches into Poisson samples.
    double loaded = federated ? plan.rate() : 1.0 / plan.batches();
    String rate = federated ? "" : " at rate 1/" + plan.batches();
    DpEvent opacus = plan.poisson(noiseMultiplier, loaded);
    double exact = TightestBound.of(opacus, RELATION).epsilon(delta).value().upper();
    DpEvent unsampled =
        DpEvent.gaussian(noiseMultiplier, Sensitivity.unit(RELATION)).times(plan.begunEpochs());
    return List.of(
        new OtherAccount(
            "Opacus, prv",
            exact + OPACUS_MARGIN,
            "its default: about the true epsilon" + rate + " and its margin of 0.01"),
        new OtherAccount(
            "Opacus, rdp",
            byRenyi(opacus, OPACUS, delta),
            "plain Rényi accounting with "
                + OPACUS.length
                + " default orders"
                + rate
                + ", which loses in the conversion"),
        new OtherAccount(
            "TensorFlow Privacy, Poisson sampling",
            byRenyi(plan.poisson(noiseMultiplier), DP_ACCOUNTING, delta),
            "the same with " + DP_ACCOUNTING.length + " default orders; Poisson is its assumption"),
        new OtherAccount(
            "TensorFlow Privacy, each example once per epoch",
            byRenyi(unsampled, DP_ACCOUNTING, delta),
            "the same without sampling, for any order"));
  }

  String text() {
    return library + ": epsilon " + Decimals.BY_SIZE.up(epsilon) + " (" + why + ")";
  }

  void put(ObjectNode node) {
    node.put("library", library).put("epsilon", epsilon).put("why", why);
  }

  private static double byRenyi(DpEvent event, double[] orders, double delta) {
    RdpCurve curve = Steps.of(event, RELATION).renyi();
    double best = Double.POSITIVE_INFINITY;
    for (double order : orders) {
      Enclosure divergence = curve.at(order);
      best = Math.min(best, RenyiConversion.epsilon(order, divergence, delta).upper());
    }
    return best;
  }
}
