package org.assay.cli.events;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.input.Value;

/** The words of event files that stand for constants. */
final class ConstantNames {
  static final List<String> ADJACENCIES =
      Arrays.stream(AdjacencyRelation.values()).map(AdjacencyRelation::label).toList();

  private ConstantNames() {}

  /** How a constant is written. */
  static <E extends Enum<E>> List<String> of(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(ConstantNames::label).toList();
  }

  static <E extends Enum<E>> E read(Value value, Class<E> type) {
    String word = value.oneOf(of(type));
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
