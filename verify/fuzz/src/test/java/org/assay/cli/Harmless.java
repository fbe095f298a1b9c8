package org.assay.cli;

import java.nio.file.Path;
import java.util.Set;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * Which mutated files may be handed on. One that names a program, a class or a file elsewhere must
 * not; one that asks for much work is no finding if it gets it.
 */
final class Harmless {
  private static final Set<String> FORBIDDEN = Set.of("command", "class", "program", "classpath");
  private static final Set<String> FILES = Set.of("csv", "scaling", "datasets");

  /** What a claim may ask for, as a number at any of its keys. */
  private static final double MOST_WORK = 300;

  private static final Set<String> WORK =
      Set.of("steps", "count", "points", "dimension", "bins", "lengths", "batch_size");

  private Harmless() {}

  /** Whether a file is harmless; a file that cannot be read is. */
  static boolean is(Path file) {
    try {
      return is("", DocumentReader.read(file));
    } catch (InputException e) {
      return true;
    }
  }

  private static boolean is(String key, Value value) {
    if (FORBIDDEN.contains(key)) {
      return false;
    }
    if (value.isObject()) {
      return value.entries().entrySet().stream()
          .allMatch(entry -> is(entry.getKey(), entry.getValue()));
    }
    if (value.isList()) {
      return isEmpty(value) || value.items().stream().allMatch(item -> is(key, item));
    }
    if (value.isNumber()) {
      return !WORK.contains(key) || !(Math.abs(value.number()) > MOST_WORK);
    }
    return !FILES.contains(key) || !value.isText() || !isElsewhere(value);
  }

  private static boolean isEmpty(Value list) {
    try {
      return list.items().isEmpty();
    } catch (InputException e) {
      return true;
    }
  }

  private static boolean isElsewhere(Value value) {
    try {
      String name = value.text();
      return name.contains("/") || name.contains("\\") || name.contains("..");
    } catch (InputException e) {
      return false;
    }
  }
}
