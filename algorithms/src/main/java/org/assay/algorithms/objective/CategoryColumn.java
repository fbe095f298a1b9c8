package org.assay.algorithms.objective;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * A column of categories that are declared before the data are read. Each becomes a feature that is
 * 1 for the records of that category and 0 for the others.
 *
 * @param name the column's name or place, not blank
 * @param categories the categories, none blank, none twice; at least one, or others are accepted
 * @param others whether other texts are accepted, for which all features are 0; otherwise they are
 *     refused
 * @param missing the category that stands for a missing value; if empty, a missing value is treated
 *     as any other text
 */
public record CategoryColumn(
    String name, List<String> categories, boolean others, Optional<String> missing)
    implements FeatureColumn {
  /**
   * Checks and copies the parameters.
   *
   * @throws IllegalArgumentException if a name is blank or given twice, there is no category, or
   *     the one for missing cells is none of them
   */
  public CategoryColumn {
    requireName(name);
    categories = List.copyOf(categories);
    if (categories.isEmpty() && !others) {
      throw new IllegalArgumentException(
          "categories was empty: declare at least one, or accept others");
    }
    if (new HashSet<>(categories).size() < categories.size()) {
      throw new IllegalArgumentException(
          "categories was " + categories + ": none may be given twice");
    }
    if (categories.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("categories was " + categories + ": none may be blank");
    }
    if (missing.isPresent() && !categories.contains(missing.get())) {
      throw new IllegalArgumentException(
          "missing was '" + missing.get() + "': it must be one of the categories " + categories);
    }
  }

  static void requireName(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("name of a column was blank: it must say something");
    }
  }

  @Override
  public CategoryColumn named(String newName) {
    return new CategoryColumn(newName, categories, others, missing);
  }

  @Override
  public List<String> features() {
    return categories.stream().map(category -> name + "=" + category).toList();
  }

  @Override
  public Optional<RangeScaling> range() {
    return Optional.empty();
  }

  @Override
  public Optional<String> standIn() {
    return missing;
  }

  @Override
  public void encode(String cell, double[] features, int from) {
    int index = categories.indexOf(cell.isEmpty() ? missing.orElse(cell) : cell);
    if (index >= 0) {
      features[from + index] = 1;
    } else if (!others) {
      throw TableText.refused("the cell is none of the declared categories " + categories, cell);
    }
  }
}
