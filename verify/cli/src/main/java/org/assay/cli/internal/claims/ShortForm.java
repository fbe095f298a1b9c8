package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.accountant.internal.formula.Cursor;
import org.assay.accountant.internal.formula.FormulaReader;
import org.assay.accountant.internal.formula.Vocabulary;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Shape;

/**
 * An object of a claims file in the short form of options: {@code vectors(l2, 1, dimension=3)}, in
 * the notation of events with the keys of its shape. Numbers may be formulas with functions.
 *
 * @param name the word before the brackets
 * @param entries the values by key, each in YAML
 */
record ShortForm(String name, Map<String, String> entries) {
  private static final Vocabulary NUMBERS =
      new Vocabulary(Set.of(), true, word -> Optional.empty());
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  /**
   * Reads an option's value.
   *
   * @param option the option, for messages
   * @param text its value
   * @param shapes the objects that it may be, by name
   * @throws InputException if it is none of them; the message lists them
   */
  static ShortForm read(String option, String text, Map<String, Shape> shapes) {
    Reader reader = new Reader(option + " was '" + text + "': ", text);
    try {
      return reader.read(shapes);
    } catch (ArithmeticException e) {
      throw new InputException(reader.was + "a number in it " + e.getMessage());
    }
  }

  /** Reads one text. */
  private static final class Reader {
    private final String was;
    private final Cursor cursor;
    private final FormulaReader formulas;

    Reader(String was, String text) {
      this.was = was;
      this.cursor = new Cursor(text, this::refusal);
      this.formulas = new FormulaReader(cursor, NUMBERS);
    }

    private InputException refusal(int position, String problem) {
      return new InputException(was + "at character " + (position + 1) + ": " + problem);
    }

    ShortForm read(Map<String, Shape> shapes) {
      cursor.start();
      String name = cursor.word();
      Shape shape = shapes.get(name);
      if (shape == null) {
        throw new InputException(
            was
                + "it must be one of "
                + usages(shapes)
                + Suggestion.likely(name, shapes.keySet()).map(hint -> "; " + hint).orElse(""));
      }
      Map<String, String> entries = new LinkedHashMap<>();
      int open = cursor.start();
      if (cursor.takes('(')) {
        cursor.arguments(open, (start, key) -> argument(name, shape, entries, key));
        cursor.start();
      }
      if (!cursor.isAtEnd()) {
        throw cursor.unexpected("the end");
      }
      for (String key : shape.required()) {
        if (!entries.containsKey(key)) {
          throw new InputException(was + "it has no " + key + ": write " + usage(name, shape));
        }
      }
      return new ShortForm(name, entries);
    }

    private void argument(
        String name, Shape shape, Map<String, String> entries, Optional<String> given) {
      String key = given.orElseGet(() -> placed(shape, entries));
      if (!shape.keys().contains(key)) {
        throw new InputException(
            was + name + " has no '" + key + "'; " + Suggestion.among(key, shape.keys()));
      }
      if (entries.put(key, value()) != null) {
        throw new InputException(was + key + " is given twice");
      }
    }

    /** The first key that has no value yet. */
    private String placed(Shape shape, Map<String, String> entries) {
      return shape.keys().stream()
          .filter(key -> !entries.containsKey(key))
          .findFirst()
          .orElseThrow(
              () -> new InputException(was + "it has more arguments than " + shape.keys().size()));
    }

    private String value() {
      cursor.start();
      return cursor
          .list(() -> List.of(value()))
          .map(items -> "[" + String.join(", ", items) + "]")
          .or(() -> cursor.quoted().map(ShortForm::quoted))
          .or(this::word)
          .orElseGet(this::number);
    }

    /** A word, which may be true or false, but no part of a formula. */
    private Optional<String> word() {
      int start = cursor.position();
      String word = cursor.word();
      cursor.start();
      boolean ends = cursor.isAtEnd() || ",)]".indexOf(cursor.next()) >= 0;
      boolean isNumber = List.of("e", "pi").contains(word);
      if (word.isEmpty() || !ends || isNumber) {
        cursor.backTo(start);
        return Optional.empty();
      }
      return Optional.of(word);
    }

    private String number() {
      int start = cursor.position();
      double number = formulas.formula().at(Map.of()).nearest();
      String typed = cursor.since(start);
      return DECIMAL.matcher(typed).matches() ? typed : Double.toString(number);
    }
  }

  /** The possible short forms, such as {@code numbers(low, high)}, without optional keys. */
  private static String usages(Map<String, Shape> shapes) {
    return shapes.entrySet().stream()
        .map(entry -> usage(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String usage(String name, Shape shape) {
    return shape.required().isEmpty()
        ? name
        : name + "(" + String.join(", ", shape.required()) + ")";
  }

  /** The object as YAML on one line. */
  String yaml() {
    return entries.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** A text as YAML on one line. */
  static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }
}
