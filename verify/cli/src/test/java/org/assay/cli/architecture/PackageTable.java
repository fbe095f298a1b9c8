package org.assay.cli.architecture;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A module's packages in the order in which they may import each other.
 *
 * @param root the module's root package
 * @param modules the root packages of the other modules it may import
 * @param ranks the packages below the root, lowest first; packages of one rank are strangers. The
 *     root itself has an empty name, and a package that is not for users the name behind {@code
 *     internal}
 */
record PackageTable(String root, Set<String> modules, List<Set<String>> ranks) {
  private static final String ROOT = "";
  private static final String INTERNAL = "internal.";
  private static final String ACCOUNTANT = "org.assay.accountant";
  private static final String ALGORITHMS = "org.assay.algorithms";
  private static final String AUDITOR = "org.assay.verify";
  private static final String TESTING = "org.assay.testing";
  private static final String LEDGER = "org.assay.ledger";

  static final List<PackageTable> ALL =
      List.of(
          new PackageTable(
              ACCOUNTANT,
              Set.of(),
              List.of(
                  Set.of("numeric", "storage", "words"),
                  Set.of("calculus"),
                  Set.of("privacy"),
                  Set.of("precision", "formula"),
                  Set.of("divergence"),
                  Set.of("contour"),
                  Set.of("contour.factor", "contour.allocation", "contour.rare"),
                  Set.of("composition", "selection"),
                  Set.of("loss.pair"),
                  Set.of("loss.lattice"),
                  Set.of("loss"),
                  Set.of("curve"),
                  Set.of("event"),
                  Set.of("iteration.certificate", "iteration.starts"),
                  // The second opinion shares no code with what it checks.
                  Set.of("iteration.check", "iteration.allocation", "iteration.choice"),
                  Set.of("iteration.step"),
                  Set.of("iteration.mixing"),
                  Set.of("iteration.recoupling"),
                  Set.of("iteration.evaluation"),
                  Set.of("iteration"),
                  Set.of("analysis"),
                  Set.of("accounting"),
                  Set.of("budget"))),
          new PackageTable(
              ALGORITHMS,
              Set.of(ACCOUNTANT),
              List.of(
                  Set.of("noise"),
                  Set.of("geometry"),
                  Set.of("objective"),
                  Set.of("sampling"),
                  Set.of("run"),
                  Set.of("optimize"),
                  Set.of(
                      "optimize.onepass",
                      "optimize.perturbation",
                      "optimize.multipass",
                      "optimize.kl",
                      "optimize.noneuclidean",
                      "optimize.clipped"),
                  Set.of("registry", "model", "tuning"))),
          new PackageTable(
              AUDITOR,
              Set.of(ACCOUNTANT),
              List.of(
                  Set.of("inference", "writing"),
                  Set.of("trial"),
                  Set.of("pairs"),
                  Set.of("external"),
                  Set.of("replay"),
                  Set.of("distinguish"),
                  Set.of("walk"),
                  Set.of("audit"),
                  Set.of("shrink"),
                  Set.of("training", "log"),
                  Set.of("report.markup"),
                  Set.of("report.plot"),
                  Set.of("report"))),
          new PackageTable(
              TESTING,
              Set.of(ACCOUNTANT, AUDITOR),
              List.of(
                  Set.of("suite"), Set.of("assertion"), Set.of("arbitrary", "junit", "contract"))),
          new PackageTable(
              LEDGER,
              Set.of(ACCOUNTANT, ALGORITHMS, AUDITOR),
              List.of(
                  Set.of("claim"),
                  Set.of("range"),
                  Set.of("papera", "paperc", "paperd", "papere"),
                  Set.of("paperb"),
                  Set.of("run"))),
          new PackageTable("org.assay.spark", Set.of(ACCOUNTANT, AUDITOR), List.of(Set.of(ROOT))),
          new PackageTable(
              "org.assay.cli",
              Set.of(ACCOUNTANT, ALGORITHMS, AUDITOR, LEDGER, TESTING),
              List.of(
                  Set.of("input"),
                  Set.of("terminal", "events", "table", "database"),
                  Set.of("page"),
                  Set.of("command", "claims"),
                  Set.of(
                      "ledger",
                      "price",
                      "walk",
                      "audit",
                      "canaries",
                      "traininglog",
                      "help",
                      "budget"),
                  Set.of("train", "evaluate", "dpsgd"),
                  Set.of("utility"),
                  Set.of(ROOT))));

  /** The table of the module that owns a package. */
  static Optional<PackageTable> of(String packageName) {
    return ALL.stream().filter(table -> table.owns(packageName)).findFirst();
  }

  boolean owns(String packageName) {
    return packageName.equals(root) || packageName.startsWith(root + ".");
  }

  /** Whether a package has its place in this table. */
  boolean lists(String packageName) {
    return rank(packageName) >= 0;
  }

  /** Whether a package of this module may import another package, of this module or not. */
  boolean allows(String importer, String imported) {
    if (importer.equals(imported)) {
      return true;
    }
    if (!owns(imported)) {
      return modules.stream()
          .anyMatch(module -> imported.equals(module) || imported.startsWith(module + "."));
    }
    return rank(imported) < rank(importer);
  }

  private int rank(String packageName) {
    String below = packageName.equals(root) ? ROOT : packageName.substring(root.length() + 1);
    String name = below.startsWith(INTERNAL) ? below.substring(INTERNAL.length()) : below;
    for (int rank = 0; rank < ranks.size(); rank++) {
      if (ranks.get(rank).contains(name)) {
        return rank;
      }
    }
    return -1;
  }
}
