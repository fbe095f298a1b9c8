package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;

/** All entries. */
public final class Catalogue {
  /** The sizes of claim at which correct mechanisms are listed. */
  static final double[] EPSILONS = {0.1, 1, 4};

  private Catalogue() {}

  /**
   * The catalogue.
   *
   * @return the entries, in the order of their names
   */
  public static List<Entry<?>> all() {
    List<Entry<?>> entries = new ArrayList<>();
    entries.addAll(SparseVectorEntries.all());
    entries.addAll(SelectionEntries.all());
    entries.addAll(LaplaceEntries.all());
    entries.addAll(ReleaseEntries.all());
    entries.addAll(GaussianEntries.all());
    entries.addAll(ResponseEntries.all());
    entries.addAll(GeneratorEntries.all());
    entries.addAll(DomainEntries.all());
    entries.addAll(TrainingEntries.all());
    entries.addAll(TargetEntries.all());
    entries.addAll(RareEntries.all());
    entries.addAll(TailEntries.all());
    entries.addAll(HiddenBitEntries.all());
    entries.addAll(JointEntries.all());
    entries.addAll(FieldEntries.all());
    entries.addAll(DivergenceEntries.all());
    entries.sort((a, b) -> a.id().compareTo(b.id()));
    return List.copyOf(entries);
  }

  /**
   * Entries whose claim is true.
   *
   * @return the correct mechanisms, and the mistakes where they do no harm
   */
  public static List<Entry<?>> correct() {
    return all().stream().filter(entry -> entry.expectation() == Expectation.NOT_REFUTED).toList();
  }

  static String id(String name, double epsilon) {
    return epsilon == 1 ? name : name + "@" + epsilon;
  }
}
