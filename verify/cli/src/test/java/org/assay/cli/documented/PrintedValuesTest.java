package org.assay.cli.documented;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.budget.PrivacyFilter;
import org.assay.accountant.budget.PrivacyOdometer;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateRun;
import org.assay.algorithms.run.TrainingTask;
import org.assay.testing.assertion.Domain;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.StagedAuditor.StagedReport;
import org.assay.verify.internal.inference.ErrorBudget;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What users hold in their hands says in a few lines what it is. */
class PrintedValuesTest {
  private static final int LONGEST = 900;
  private static final Pattern HASH = Pattern.compile("@[0-9a-f]{4,}");
  private static final Sensitivity ONE = Sensitivity.unit(ADD_OR_REMOVE);
  private static final DpEvent GAUSSIAN = DpEvent.gaussian(1.5, ONE);
  private static final Guarantee PURE = new Guarantee.Pure(1, ADD_OR_REMOVE);

  /** The packages whose classes users are handed, tools without state of their own left out. */
  private static final List<String> IN_HANDS =
      List.of(
          "org.assay.accountant.accounting",
          "org.assay.accountant.budget",
          "org.assay.accountant.curve",
          "org.assay.accountant.event",
          "org.assay.accountant.privacy",
          "org.assay.algorithms",
          "org.assay.verify.audit",
          "org.assay.verify.replay",
          "org.assay.verify.shrink",
          "org.assay.verify.training",
          "org.assay.verify.trial",
          "org.assay.verify.walk");

  /** Builders, and what carries runs or evaluates: work in progress that nobody keeps. */
  private static final List<String> WORKERS =
      List.of(
          "HitCounts",
          "NoisySgd.Builder",
          "OneRunEvidence",
          "TrialBatch",
          "TrialRunner",
          "TrialWorker");

  private static void assertSays(Object value, String... figures) {
    String text = value.toString();
    assertTrue(!HASH.matcher(text).find(), text);
    assertTrue(text.length() <= LONGEST, () -> text.length() + " characters: " + text);
    Stream.of(figures).forEach(figure -> assertTrue(text.contains(figure), text));
  }

  @Test
  void accounts() {
    Accountant accountant = Accountant.rdp(ADD_OR_REMOVE).compose(GAUSSIAN.times(100));
    assertSays(accountant, "add-remove", "events: 1", "1.5", "100");
    for (int i = 0; i < 500; i++) {
      accountant = accountant.compose(new ComposedEvent(Collections.nCopies(50, GAUSSIAN)));
    }
    assertSays(accountant, "add-remove", "events: 501");
    assertSays(accountant.curve(), "add-remove", "at most the order times");
    assertSays(TightestBound.of(GAUSSIAN, ADD_OR_REMOVE), "1.5", "add-remove");
    assertSays(Cost.of(GAUSSIAN, ADD_OR_REMOVE), "1.5", "add-remove");
    TightestBound.Bound bound = TightestBound.of(GAUSSIAN, ADD_OR_REMOVE).epsilon(1e-5);
    assertSays(bound, bound.value().upperDecimal(), bound.value().lowerDecimal());
    assertSays(PrivacyProfile.of(PURE), "1.0-DP", "add-remove");
    assertSays(TradeoffCurve.of(ADD_OR_REMOVE, alpha -> Enclosure.exact(1 - alpha)), "add-remove");
  }

  @Test
  void budgets() {
    Guarantee budget = new Guarantee.ZeroConcentrated(0.5, REPLACE_ONE);
    PrivacyFilter filter = PrivacyFilter.of(budget);
    filter.tryCharge(new Guarantee.ZeroConcentrated(0.125, REPLACE_ONE));
    assertSays(filter, "0.5-zCDP under replace-one", "granted: 1", "0.375 of 0.5 left");
    PrivacyOdometer odometer =
        PrivacyOdometer.of(REPLACE_ONE, PrivacyOdometer.defaultOrders(), 1e-6);
    odometer.record(DpEvent.gaussian(10, Sensitivity.unit(REPLACE_ONE)));
    String loss = Enclosure.exact(odometer.lossBound()).upperDecimal();
    assertSays(odometer, "replace-one", "recorded: 1", "at most " + loss, "1.0E-6");
  }

  @Test
  void noise() {
    Calibrator calibrator = Calibrator.tightest(new Guarantee.Approximate(2, 1e-5, ADD_OR_REMOVE));
    assertSays(calibrator, "2.0");
    Calibration found =
        calibrator.smallestNoiseMultiplier(multiplier -> DpEvent.gaussian(multiplier, ONE));
    assertSays(found, Double.toString(found.value()), "2.0");
  }

  @Test
  void eventsWithCurves() {
    RdpCurve curve = RdpCurve.of(ADD_OR_REMOVE, order -> Enclosure.of(0, 0.01 * order));
    assertSays(new CertifiedEvent("mine", new Citation("Paper", "Theorem 3"), curve), "mine");
    assertSays(curve.withZeroConcentration(0.01), "add-remove");
    assertSays(GAUSSIAN.poissonSampled(0.01), "1.5", "0.01", "add-remove");
  }

  /** The shortest numerals of 0.1 and 0.3 lie below the one and above the other double. */
  @Test
  void endsRoundOutward() {
    RdpCurve above = RdpCurve.of(ADD_OR_REMOVE, Enclosure::exact).withZeroConcentration(0.1);
    assertSays(above, "times 0.1000000000000000");
    assertTrue(!above.toString().endsWith("times 0.1"), above::toString);
    LowerBound below = new LowerBound("epsilon", 0.3, 0.2, 1e-3, List.of());
    assertSays(below, "epsilon is at least 0.2999999999999999", "claimed 0.2");
  }

  @Test
  void audits() {
    Mechanism<List<Double>> count =
        Mechanism.ofScalar((records, random) -> records.size() + 0.5 * random.nextGaussian());
    AdjacentPair<List<Double>> pair = ListPairs.addOne(List.of(0.2), 1.0);
    Auditor auditor = Auditor.of(PURE).seed(7).significantBits(24).maximumRuns(50_000);
    assertSays(auditor, "1.0-DP under add-remove", "50000", "seed 7", "0.001");
    AuditReport report = auditor.audit(count, List.of(pair));
    assertSays(
        report,
        "REFUTED: 1.0-DP under add-remove",
        "runs: " + report.runs() + " of 50000",
        "seed 7",
        "epsilon is at least " + Enclosure.exact(report.lowerBound().value()).lowerDecimal(),
        "witness: ");
    assertTrue(report.toString().lines().count() <= 6, report::toString);
    assertSays(StagedReport.of(report), "REFUTED");
    assertSays(ErrorBudget.of(0.01), "0.01");
    assertSays(Domain.numbersBetween(0, 1, ADD_OR_REMOVE), "add-remove");
  }

  @Test
  void trainings() {
    TrainingTask task = new TrainingTask(2000, 2, TrainingTask.Labels.SIGNS, 1);
    Guarantee target = new Guarantee.Approximate(1, 1e-6, REPLACE_ONE);
    AlgorithmEntry entry = AlgorithmRegistry.find("phased-sgd").orElseThrow();
    assertSays(entry, "phased-sgd");
    assertSays(entry.calibrated().setUp(task, target), "11 phases");
    ParameterVector large = ParameterVector.of(new double[5000]);
    assertSays(new PrivateRun<>(large, GAUSSIAN), "spent", "1.5");
  }

  @Tag("slow")
  @Test
  void classesThatUsersHoldPrintThemselves() {
    List<String> silent = new ArrayList<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(IN_HANDS)) {
      if (isValue(type) && !printsItself(type) && !WORKERS.contains(type.getSimpleName())) {
        silent.add(type.getName());
      }
    }
    Collections.sort(silent);
    assertEquals(List.of(), silent);
  }

  /** Records print their components, which is no use where one is a function or an array. */
  private static boolean isValue(JavaClass type) {
    boolean open = type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass();
    boolean kept = !type.isInterface() && !type.isEnum() && !type.isAssignableTo(Throwable.class);
    if (!open || !kept || type.getModifiers().contains(JavaModifier.ABSTRACT)) {
      return false;
    }
    return type.isRecord()
        ? type.getFields().stream().anyMatch(PrintedValuesTest::isOpaque)
        : type.getMethods().stream().anyMatch(PrintedValuesTest::isAsked);
  }

  private static boolean isOpaque(JavaField component) {
    JavaClass type = component.getRawType();
    boolean constant = component.getModifiers().contains(JavaModifier.STATIC);
    return !constant
        && (type.isArray()
            || type.getPackageName().equals("java.util.function")
            || type.isAnnotatedWith(FunctionalInterface.class));
  }

  private static boolean isAsked(JavaMethod method) {
    return method.getModifiers().contains(JavaModifier.PUBLIC)
        && !method.getModifiers().contains(JavaModifier.STATIC);
  }

  private static boolean printsItself(JavaClass type) {
    return type.getAllMethods().stream()
        .anyMatch(
            method ->
                method.getName().equals("toString")
                    && method.getRawParameterTypes().isEmpty()
                    && !method.getOwner().isEquivalentTo(Object.class));
  }
}
