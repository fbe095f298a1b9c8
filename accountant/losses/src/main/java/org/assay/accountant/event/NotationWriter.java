package org.assay.accountant.event;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Writes events in the notation of {@code docs/reference/events.md}.
 *
 * @param whole the relation of the whole, which is not repeated; empty if every relation is written
 * @param formulas what was typed for numbers that no decimal says
 */
record NotationWriter(Optional<AdjacencyRelation> whole, List<String> formulas) {
  /** So many equal numbers of a list are written one after the other. */
  private static final int MOST_EQUAL = 3;

  /** The zeros behind and before the digits, of which more are harder to count than a power is. */
  private static final int MOST_BEHIND = 6;

  private static final int MOST_BEFORE = 4;

  String write(DpEvent event) {
    return event.accept(new Binding()).text();
  }

  /**
   * An event as text.
   *
   * @param sequence whether the text is a sequence, which needs brackets inside another event
   * @param repetition whether the text is a repetition, which needs brackets below another one
   */
  private record Written(String text, boolean sequence, boolean repetition) {
    String asStep() {
      return sequence ? "(" + text + ")" : text;
    }

    String asPart() {
      return sequence || repetition ? "(" + text + ")" : text;
    }
  }

  private final class Binding extends DefaultVisitor<Written> {
    @Override
    public Written visitComposed(ComposedEvent sequence) {
      String steps =
          sequence.events().stream()
              .map(step -> step.accept(this).asStep())
              .collect(Collectors.joining(" then "));
      return new Written(steps, true, false);
    }

    @Override
    public Written visitSelfComposed(SelfComposedEvent repeated) {
      String part = repeated.event().accept(this).asPart();
      return new Written(repeated.count() + " x " + part, false, true);
    }

    @Override
    protected Written visitOther(DpEvent event) {
      return new Written(call(event), false, false);
    }
  }

  private <E extends DpEvent> String call(E event) {
    EventKind<E> kind = EventKinds.of(event);
    return kind.keys().stream()
        .flatMap(key -> kind.value(event, key).flatMap(value -> argument(key, value)).stream())
        .collect(Collectors.joining(", ", kind.name() + "(", ")"));
  }

  private Optional<String> argument(EventKey key, Object value) {
    boolean understood =
        key.name().equals(EventKey.ADJACENCY)
            && key.isRequired()
            && whole.filter(relation -> relation.label().equals(value)).isPresent();
    String written = value(key, value);
    return understood
        ? Optional.empty()
        : Optional.of(key.isMain() ? written : key.name() + "=" + written);
  }

  private String value(EventKey key, Object value) {
    if (value instanceof List<?> list) {
      return items(key, list.stream().map(item -> value(key, item)).toList());
    }
    return switch (key.form()) {
      case EVENT -> write((DpEvent) value);
      case TEXT -> quoted((String) value);
      case FRACTION -> fraction((Rational) value);
      case NUMBER, COUNT, WORD, FLAG ->
          value instanceof Double number ? number(key, number) : value.toString();
    };
  }

  /** A list, in which many equal numbers after each other are written once. */
  private static String items(EventKey key, List<String> items) {
    List<String> written = new ArrayList<>();
    for (int begin = 0; begin < items.size(); ) {
      int end = begin + 1;
      while (end < items.size() && items.get(end).equals(items.get(begin))) {
        end++;
      }
      if (key.isRepeatable() && end - begin > MOST_EQUAL) {
        written.add(end - begin + " x " + items.get(begin));
      } else {
        written.addAll(items.subList(begin, end));
      }
      begin = end;
    }
    return "[" + String.join(", ", written) + "]";
  }

  private String number(EventKey key, double value) {
    return formulas.stream()
        .filter(typed -> NotationParser.fraction(key, typed).filter(v -> v == value).isPresent())
        .findFirst()
        .orElseGet(() -> number(value));
  }

  /** A short decimal, or the fraction. */
  private static String fraction(Rational value) {
    return DoubleStream.of(value.down(), value.up())
        .filter(near -> Rational.ofDecimal(near).equals(value))
        .mapToObj(NotationWriter::number)
        .findFirst()
        .orElseGet(value::toString);
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** The shortest decimal that is read as the same double. */
  static String number(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? (1 / value < 0 ? "-0" : "0") : Double.toString(value);
    }
    BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    BigDecimal shorter = shortest;
    while (shorter.doubleValue() == value && shorter.precision() > 1) {
      shortest = shorter;
      shorter = shortest.round(new MathContext(shortest.precision() - 1)).stripTrailingZeros();
    }
    int exponent = shortest.precision() - shortest.scale() - 1;
    boolean plain = exponent >= -MOST_BEFORE && exponent < shortest.precision() + MOST_BEHIND;
    if (plain) {
      return shortest.toPlainString();
    }
    String digits = shortest.unscaledValue().abs().toString();
    return (value < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + "e"
        + exponent;
  }
}
