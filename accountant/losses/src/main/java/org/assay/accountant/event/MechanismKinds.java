package org.assay.accountant.event;

import static org.assay.accountant.event.EventKey.count;
import static org.assay.accountant.event.EventKey.counts;
import static org.assay.accountant.event.EventKey.flag;
import static org.assay.accountant.event.EventKey.number;
import static org.assay.accountant.event.EventKey.relation;
import static org.assay.accountant.event.EventKey.text;
import static org.assay.accountant.event.EventKey.word;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.event.EventKey.Many;
import org.assay.accountant.event.EventKey.Range;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;

/** The kinds of mechanisms. */
final class MechanismKinds {
  static final EventKey NOISE_MULTIPLIER =
      number("noise_multiplier", Range.POSITIVE).main().falls();
  private static final EventKey EPSILON = number("epsilon", Range.POSITIVE).main().rises();
  private static final EventKey SENSITIVITY = number("sensitivity", Range.POSITIVE).optional(1.0);
  static final EventKey ANY_RELATION = relation(ADD_OR_REMOVE, REPLACE_ONE, ZERO_OUT);
  private static final EventKey UNCHANGING_SIZE = relation(REPLACE_ONE, ZERO_OUT);
  static final EventKey ONE_MORE_RECORD = relation(ADD_OR_REMOVE, ZERO_OUT);

  static final Map<Class<? extends DpEvent>, EventKind<?>> ALL = new LinkedHashMap<>();

  /** Other names for events of other kinds, under which they are printed. */
  static final List<EventKind<?>> ALIASES =
      List.of(
          EventKind.<PureEvent>named("no-op", "a computation that reveals nothing of the data")
              .key(ANY_RELATION, MechanismKinds::label)
              .builtBy(f -> DpEvent.pure(0, f.adjacency())),
          EventKind.<ApproximateEvent>named("non-private", "one that may reveal everything")
              .key(ANY_RELATION, MechanismKinds::label)
              .builtBy(f -> new ApproximateEvent(0, 1, f.adjacency())));

  static {
    noises();
    matrices();
    choices();
    promises();
    CurveKinds.addTo(ALL);
  }

  private MechanismKinds() {}

  static <E extends DpEvent> EventKind.Draft<E> kind(String name, String meaning) {
    return EventKind.named(name, meaning);
  }

  static Object label(DpEvent event) {
    return event.adjacency().label();
  }

  private static void noises() {
    ALL.put(
        GaussianEvent.class,
        MechanismKinds.<GaussianEvent>kind(
                "gaussian", "Gaussian noise of standard deviation `noise_multiplier · sensitivity`")
            .key(NOISE_MULTIPLIER, GaussianEvent::noiseMultiplier)
            .key(SENSITIVITY, e -> e.sensitivity().value())
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(f -> new GaussianEvent(f.noiseMultiplier(), f.sensitivity())));
    ALL.put(
        LaplaceEvent.class,
        MechanismKinds.<LaplaceEvent>kind(
                "laplace", "Laplace noise of scale `noise_multiplier · sensitivity`")
            .key(NOISE_MULTIPLIER, LaplaceEvent::noiseMultiplier)
            .key(SENSITIVITY, e -> e.sensitivity().value())
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(f -> new LaplaceEvent(f.noiseMultiplier(), f.sensitivity())));
    ALL.put(
        GeneralizedGaussianEvent.class,
        MechanismKinds.<GeneralizedGaussianEvent>kind(
                "generalized-gaussian",
                "noise whose log-density falls with the power `smoothness` of the distance")
            .key(NOISE_MULTIPLIER, GeneralizedGaussianEvent::noiseMultiplier)
            .key(number("smoothness", Range.from(1)).main(), GeneralizedGaussianEvent::smoothness)
            .key(SENSITIVITY, e -> e.sensitivity().value())
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f ->
                    new GeneralizedGaussianEvent(
                        f.noiseMultiplier(), f.number("smoothness"), f.sensitivity())));
    ALL.put(
        MixtureOfGaussiansEvent.class,
        MechanismKinds.<MixtureOfGaussiansEvent>kind(
                "mixture-of-gaussians",
                "Gaussian noise under a random sensitivity; two lists of equally many numbers")
            .key(
                number("standard_deviation", Range.POSITIVE).main().falls(),
                MixtureOfGaussiansEvent::standardDeviation)
            .key(
                number("sensitivities", Range.NOT_NEGATIVE).many(Many.LIST),
                MixtureOfGaussiansEvent::sensitivities)
            .key(
                number("probabilities", Range.PROBABILITY).many(Many.LIST),
                MixtureOfGaussiansEvent::probabilities)
            .key(ONE_MORE_RECORD, MechanismKinds::label)
            .builtBy(
                f ->
                    new MixtureOfGaussiansEvent(
                        f.number("standard_deviation"),
                        f.numbers("sensitivities"),
                        f.numbers("probabilities"),
                        f.adjacency())));
    ALL.put(
        DiscreteGaussianEvent.class,
        MechanismKinds.<DiscreteGaussianEvent>kind(
                "discrete-gaussian",
                "discrete Gaussian noise on whole numbers; `sensitivity` is whole")
            .key(number("sigma", Range.POSITIVE).main().falls(), DiscreteGaussianEvent::sigma)
            .key(SENSITIVITY.rises(), e -> e.sensitivity().value())
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(f -> new DiscreteGaussianEvent(f.number("sigma"), f.sensitivity())));
    ALL.put(
        DiscreteLaplaceEvent.class,
        MechanismKinds.<DiscreteLaplaceEvent>kind(
                "discrete-laplace",
                "discrete Laplace noise on whole numbers; `sensitivity` is whole")
            .key(number("scale", Range.POSITIVE).main().falls(), DiscreteLaplaceEvent::scale)
            .key(SENSITIVITY.rises(), e -> e.sensitivity().value())
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(f -> new DiscreteLaplaceEvent(f.number("scale"), f.sensitivity())));
    ALL.put(
        BinomialEvent.class,
        MechanismKinds.<BinomialEvent>kind(
                "binomial",
                "heads of `coins`, each of that `probability`, added to one whole number;"
                    + " `sensitivity` is whole")
            .key(count("coins").main().falls(), BinomialEvent::coins)
            .key(SENSITIVITY.rises(), e -> e.sensitivity().value())
            .key(
                number("probability", Range.OPEN_PROBABILITY).optional(0.5),
                BinomialEvent::probability)
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f ->
                    new BinomialEvent(
                        f.count("coins"), f.number("probability", 0.5), f.sensitivity())));
    ALL.put(
        TruncatedLaplaceEvent.class,
        MechanismKinds.<TruncatedLaplaceEvent>kind(
                "truncated-laplace", "Laplace noise of at most `bound`, on one number")
            .key(number("scale", Range.POSITIVE).main(), TruncatedLaplaceEvent::scale)
            .key(number("bound", Range.POSITIVE).main().falls(), TruncatedLaplaceEvent::bound)
            .key(SENSITIVITY.rises(), e -> e.sensitivity().value())
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f ->
                    new TruncatedLaplaceEvent(
                        f.number("scale"), f.number("bound"), f.sensitivity())));
    ALL.put(
        StaircaseEvent.class,
        MechanismKinds.<StaircaseEvent>kind(
                "staircase",
                "staircase noise on one number; `gamma`: where in its step of one sensitivity the"
                    + " density falls")
            .key(EPSILON, StaircaseEvent::epsilon)
            .key(number("gamma", Range.PROBABILITY).main(), StaircaseEvent::gamma)
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f -> new StaircaseEvent(f.number("epsilon"), f.number("gamma"), f.adjacency())));
  }

  private static void matrices() {
    MatrixKinds.addTo(ALL);
    ALL.put(
        ShuffledBatchesEvent.class,
        MechanismKinds.<ShuffledBatchesEvent>kind(
                "shuffled-batches",
                "Gaussian noise on fixed batches after a shuffle; `reshuffled`: before each epoch")
            .key(count("batches").main(), ShuffledBatchesEvent::batches)
            .key(NOISE_MULTIPLIER, ShuffledBatchesEvent::noiseMultiplier)
            .key(count("epochs").rises().optional(1L), ShuffledBatchesEvent::epochs)
            .key(flag("reshuffled", true), ShuffledBatchesEvent::reshuffled)
            .key(UNCHANGING_SIZE, MechanismKinds::label)
            .builtBy(
                f ->
                    new ShuffledBatchesEvent(
                        f.count("batches"),
                        f.count("epochs", 1),
                        f.noiseMultiplier(),
                        f.flag("reshuffled", true),
                        f.adjacency())));
    ALL.put(
        ShuffledReportsEvent.class,
        MechanismKinds.<ShuffledReportsEvent>kind(
                "shuffled-reports",
                "reports of local randomizers in random order, under replace-one; `answers`: of"
                    + " k-ary randomized response, any randomizer if left out")
            .key(count("reports").main().falls(), ShuffledReportsEvent::reports)
            .key(
                number("local_epsilon", Range.NOT_NEGATIVE).main().rises(),
                ShuffledReportsEvent::localEpsilon)
            .key(
                counts("answers", 2, 0x1p53).optional(),
                e -> e.answers().isPresent() ? e.answers().getAsLong() : Optional.empty())
            .builtBy(
                f ->
                    new ShuffledReportsEvent(
                        f.count("reports"),
                        f.number("local_epsilon"),
                        f.optional("answers").stream().mapToLong(EventFields::count).findFirst())));
  }

  private static void choices() {
    ALL.put(
        RandomizedResponseEvent.class,
        MechanismKinds.<RandomizedResponseEvent>kind(
                "randomized-response", "one of `answers` answers, the true one by chance")
            .key(
                number("truth_probability", Range.OPEN_PROBABILITY).main().rises(),
                RandomizedResponseEvent::truthProbability)
            .key(counts("answers", 2, 0x1p53).optional(2L), RandomizedResponseEvent::answers)
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f ->
                    new RandomizedResponseEvent(
                        f.count("answers", 2), f.number("truth_probability"), f.adjacency())));
    ALL.put(
        ExponentialMechanismEvent.class,
        MechanismKinds.<ExponentialMechanismEvent>kind(
                "exponential-mechanism", "a selection by exponential weights")
            .key(EPSILON, ExponentialMechanismEvent::epsilon)
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(f -> new ExponentialMechanismEvent(f.number("epsilon"), f.adjacency())));
    ALL.put(
        PermuteAndFlipEvent.class,
        MechanismKinds.<PermuteAndFlipEvent>kind("permute-and-flip", "a selection by coins")
            .key(EPSILON, PermuteAndFlipEvent::epsilon)
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(f -> new PermuteAndFlipEvent(f.number("epsilon"), f.adjacency())));
    ALL.put(
        ReportNoisyMaxEvent.class,
        MechanismKinds.<ReportNoisyMaxEvent>kind(
                "report-noisy-max", "the candidate of the largest noisy score")
            .key(
                word("noise", ReportNoisyMaxEvent.Noise.class).main(),
                e -> EventKey.label(e.noise()))
            .key(EPSILON, ReportNoisyMaxEvent::epsilon)
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f ->
                    new ReportNoisyMaxEvent(
                        f.constant("noise", ReportNoisyMaxEvent.Noise.class),
                        f.number("epsilon"),
                        f.adjacency())));
    EventKey thresholdNoise = number("threshold_noise_multiplier", Range.POSITIVE).main().falls();
    EventKey queryNoise = number("query_noise_multiplier", Range.POSITIVE).main().falls();
    ALL.put(
        SparseVectorEvent.class,
        MechanismKinds.<SparseVectorEvent>kind(
                "sparse-vector",
                "whether noisy queries reach a noisy threshold, with Laplace noise")
            .key(thresholdNoise, SparseVectorEvent::thresholdNoiseMultiplier)
            .key(queryNoise, SparseVectorEvent::queryNoiseMultiplier)
            .key(count("positives").rises(), SparseVectorEvent::positives)
            .key(flag("monotone", false), SparseVectorEvent::monotone)
            .key(SENSITIVITY, e -> e.sensitivity().value())
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f ->
                    new SparseVectorEvent(
                        f.number("threshold_noise_multiplier"),
                        f.number("query_noise_multiplier"),
                        f.count("positives"),
                        f.flag("monotone", false),
                        f.sensitivity())));
    ALL.put(
        GaussianSparseVectorEvent.class,
        MechanismKinds.<GaussianSparseVectorEvent>kind(
                "gaussian-sparse-vector", "the same with Gaussian noise, at most `queries` of them")
            .key(thresholdNoise, GaussianSparseVectorEvent::thresholdNoiseMultiplier)
            .key(queryNoise, GaussianSparseVectorEvent::queryNoiseMultiplier)
            .key(count("queries").rises(), GaussianSparseVectorEvent::queries)
            .key(count("positives").rises(), GaussianSparseVectorEvent::positives)
            .key(flag("monotone", false), GaussianSparseVectorEvent::monotone)
            .key(SENSITIVITY, e -> e.sensitivity().value())
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f ->
                    new GaussianSparseVectorEvent(
                        f.number("threshold_noise_multiplier"),
                        f.number("query_noise_multiplier"),
                        f.count("queries"),
                        f.count("positives"),
                        f.flag("monotone", false),
                        f.sensitivity())));
    ALL.put(
        ThresholdedCountsEvent.class,
        MechanismKinds.<ThresholdedCountsEvent>kind(
                "thresholded-counts",
                "noisy counts of partitions that reach `threshold`, of which a record is in at most"
                    + " `partitions`; `scale` is the standard deviation, Laplace scale, `sigma` or"
                    + " `scale` of the `noise`. Programs that add whole numbers need a discrete"
                    + " kind: the answer of a continuous one is too small for them")
            .key(
                word("noise", ThresholdedCountsEvent.Noise.class).main(),
                e -> EventKey.label(e.noise()))
            .key(number("scale", Range.POSITIVE), ThresholdedCountsEvent::scale)
            .key(number("threshold", Range.ANY).falls(), ThresholdedCountsEvent::threshold)
            .key(count("partitions").rises(), ThresholdedCountsEvent::partitions)
            .key(ONE_MORE_RECORD, MechanismKinds::label)
            .builtBy(
                f ->
                    new ThresholdedCountsEvent(
                        f.constant("noise", ThresholdedCountsEvent.Noise.class),
                        f.number("scale"),
                        f.number("threshold"),
                        f.count("partitions"),
                        f.adjacency())));
    ALL.put(
        PartitionSelectionEvent.class,
        MechanismKinds.<PartitionSelectionEvent>kind(
                "partition-selection",
                "names of partitions, of which a record is in at most `partitions`")
            .key(EPSILON, PartitionSelectionEvent::epsilon)
            .key(
                number("delta", Range.OPEN_PROBABILITY).main().rises(),
                PartitionSelectionEvent::delta)
            .key(count("partitions"), PartitionSelectionEvent::partitions)
            .key(ONE_MORE_RECORD, MechanismKinds::label)
            .builtBy(
                f ->
                    new PartitionSelectionEvent(
                        f.number("epsilon"),
                        f.number("delta"),
                        f.count("partitions"),
                        f.adjacency())));
  }

  private static void promises() {
    EventKey epsilon = number("epsilon", Range.NOT_NEGATIVE).main().rises();
    EventKey delta = number("delta", Range.PROBABILITY).rises();
    EventKey rho = number("rho", Range.NOT_NEGATIVE).rises();
    ALL.put(
        PureEvent.class,
        MechanismKinds.<PureEvent>kind("pure", "anything with pure differential privacy")
            .key(epsilon, PureEvent::epsilon)
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(f -> new PureEvent(f.number("epsilon"), f.adjacency())));
    ALL.put(
        ApproximateEvent.class,
        MechanismKinds.<ApproximateEvent>kind(
                "approximate", "anything with approximate differential privacy")
            .key(epsilon, ApproximateEvent::epsilon)
            .key(delta.main(), ApproximateEvent::delta)
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f -> new ApproximateEvent(f.number("epsilon"), f.number("delta"), f.adjacency())));
    ALL.put(
        ZcdpEvent.class,
        MechanismKinds.<ZcdpEvent>kind(
                "zcdp", "anything whose Rényi divergence of order α is at most `xi` + `rho` α")
            .key(rho.main(), ZcdpEvent::rho)
            .key(number("xi", Range.NOT_NEGATIVE).rises().optional(0.0), ZcdpEvent::xi)
            .key(delta.optional(0.0), ZcdpEvent::delta)
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(
                f ->
                    new ZcdpEvent(
                        f.number("xi", 0), f.number("rho"), f.number("delta", 0), f.adjacency())));
    ALL.put(
        CertifiedEvent.class,
        MechanismKinds.<CertifiedEvent>kind(
                "certified", "proved elsewhere to be `rho`-zCDP, at orders below `omega`")
            .key(text("name").main(), CertifiedEvent::name)
            .key(text("citation"), e -> e.citation().key())
            .key(text("locator"), e -> e.citation().locator())
            .key(rho, e -> e.terms().map(CertifiedEvent.Terms::rho))
            .key(
                number("omega", Range.above(1)).falls().optional(),
                e -> e.terms().flatMap(CertifiedEvent.Terms::omega))
            .key(ANY_RELATION, MechanismKinds::label)
            .builtBy(MechanismKinds::certified));
  }

  private static DpEvent certified(EventFields f) {
    AdjacencyRelation adjacency = f.adjacency();
    Citation citation = new Citation(f.text("citation"), f.text("locator"));
    CertifiedEvent.Terms terms =
        new CertifiedEvent.Terms(
            f.number("rho"), f.optional("omega").map(EventDescription::number));
    return CertifiedEvent.concentrated(f.text("name"), citation, terms, adjacency);
  }
}
