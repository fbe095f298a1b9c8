package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.accountant.privacy.Suggestion;
import org.assay.cli.internal.formula.Formula;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;

/**
 * An object of a claims file as one types it into an option: {@code vectors(l2, 1, dimension=3)}.
 * Arguments without a name are the keys of its shape in their order. Numbers may be formulas.
 *
 * @param name what stands before the brackets
 * @param entries the values by key, each as YAML has it
 */
record ShortForm(String name, Map<String, String> entries) {
  private static final Pattern CALL =
      Pattern.compile("(?s)\\s*([a-z][a-z-]*)\\s*(?:\\((.*)\\)\\s*)?");
  private static final Pattern NAMED = Pattern.compile("(?s)\\s*([a-z_]+)\\s*=(?!=)(.*)");
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
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
    Matcher call = CALL.matcher(text);
    String was = option + " was '" + text + "': ";
    if (!call.matches()) {
      throw new InputException(was + "it must be one of " + usages(shapes));
    }
    String name = call.group(1);
    Shape shape = shapes.get(name);
    if (shape == null) {
      throw new InputException(
          was
              + "it must be one of "
              + usages(shapes)
              + Suggestion.likely(name, shapes.keySet()).map(hint -> "; " + hint).orElse(""));
    }
    Map<String, String> entries = new LinkedHashMap<>();
    for (String argument : parts(Optional.ofNullable(call.group(2)).orElse(""))) {
      Matcher named = NAMED.matcher(argument);
      boolean hasName = named.matches();
      String key = hasName ? named.group(1) : placed(was, shape, entries);
      if (!shape.keys().contains(key)) {
        throw new InputException(
            was + name + " has no '" + key + "'; " + Suggestion.among(key, shape.keys()));
      }
      if (entries.put(key, value(option, hasName ? named.group(2) : argument)) != null) {
        throw new InputException(was + key + " is given twice");
      }
    }
    for (String key : shape.required()) {
      if (!entries.containsKey(key)) {
        throw new InputException(was + "it has no " + key + ": write " + usage(name, shape));
      }
    }
    return new ShortForm(name, entries);
  }

  /** The first key that has no value yet. */
  private static String placed(String was, Shape shape, Map<String, String> entries) {
    return shape.keys().stream()
        .filter(key -> !entries.containsKey(key))
        .findFirst()
        .orElseThrow(
            () -> new InputException(was + "it has more arguments than " + shape.keys().size()));
  }

  /** What may be typed, such as {@code numbers(low, high)}; keys that may be left out are not. */
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

  /** What commas separate that stand in no brackets and no quotation marks. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '"';
      if (!quoted) {
        depth += "([".indexOf(c) >= 0 ? 1 : ")]".indexOf(c) >= 0 ? -1 : 0;
        if (c == ',' && depth == 0) {
          parts.add(text.substring(begin, i));
          begin = i + 1;
        }
      }
    }
    if (!parts.isEmpty() || !text.isBlank()) {
      parts.add(text.substring(begin));
    }
    return parts;
  }

  private static String value(String option, String argument) {
    String text = argument.strip();
    if (text.startsWith("[") && text.endsWith("]")) {
      return parts(text.substring(1, text.length() - 1)).stream()
          .map(item -> value(option, item))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (text.startsWith("\"") && text.endsWith("\"") && text.length() > 1) {
      return quoted(text.substring(1, text.length() - 1));
    }
    if (DECIMAL.matcher(text).matches() || isWord(text)) {
      return text;
    }
    return Double.toString(Formula.of(Value.ofText(option, text), List.of()).at(Map.of()));
  }

  /** A word, which may be true or false, but no constant of formulas. */
  private static boolean isWord(String text) {
    return WORD.matcher(text).matches() && !List.of("e", "pi").contains(text);
  }

  /** The object, as YAML has it on one line. */
  String yaml() {
    return entries.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** Any text, as YAML has it on one line. */
  static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }
}
