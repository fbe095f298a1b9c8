package org.assay.accountant.event;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.assay.accountant.internal.formula.ExactNumber;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * A value of a text in the notation.
 *
 * @param source the text
 * @param position where the value begins in it
 * @param name its key
 * @param shown what was typed
 * @param content what it is
 */
record NotationValue(String source, int position, String name, String shown, Content content)
    implements EventDescription {
  private static final Pattern INSIDE = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  /** What a value is; at most one of these is there. */
  private record Content(
      Optional<String> text,
      Optional<String> decimal,
      Optional<List<NotationValue>> items,
      Optional<Map<String, NotationValue>> entries) {}

  /** Makes the values of one text. */
  record Factory(String source) implements NotationParser.Factory<NotationValue> {
    @Override
    public NotationValue number(int position, String name, String typed, String decimal) {
      Content content =
          new Content(Optional.empty(), Optional.of(decimal), Optional.empty(), Optional.empty());
      boolean same = typed.equals(decimal);
      String shown = same ? typed : typed + ", which stands for " + decimal;
      return new NotationValue(source, position, name, shown, content);
    }

    @Override
    public NotationValue text(int position, String name, String text) {
      Content content =
          new Content(Optional.of(text), Optional.empty(), Optional.empty(), Optional.empty());
      return new NotationValue(source, position, name, "'" + text + "'", content);
    }

    @Override
    public NotationValue list(int position, String name, List<NotationValue> items) {
      Content content =
          new Content(Optional.empty(), Optional.empty(), Optional.of(items), Optional.empty());
      return new NotationValue(source, position, name, "a list", content);
    }

    @Override
    public NotationValue object(int position, String name, Map<String, NotationValue> entries) {
      Content content =
          new Content(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(entries));
      return new NotationValue(source, position, name, "an event", content);
    }

    @Override
    public RuntimeException refusal(int position, String problem) {
      return NotationException.at(source, position, problem);
    }
  }

  /** The event that a text describes; without a relation all of its mechanisms must name one. */
  static DpEvent read(String text, Optional<AdjacencyRelation> adjacency) {
    return EventKinds.read(NotationParser.parse(text, new Factory(text)), adjacency);
  }

  @Override
  public Map<String, NotationValue> entries() {
    return content.entries().orElseThrow(() -> wrong("an event"));
  }

  @Override
  public List<NotationValue> items() {
    return content.items().orElseThrow(() -> wrong("a list, in square brackets"));
  }

  @Override
  public boolean isList() {
    return content.items().isPresent();
  }

  @Override
  public String text() {
    return content.text().filter(text -> !text.isBlank()).orElseThrow(() -> wrong("a text"));
  }

  @Override
  public double number() {
    return content.decimal().map(Double::parseDouble).orElseThrow(() -> wrong("a number"));
  }

  @Override
  public long integer(long least, long most) {
    double nearest = number();
    String range = " from " + least + " to " + most;
    if (!(Math.abs(nearest) <= 0x1p62)) {
      throw wrong("a whole number" + range);
    }
    ExactNumber exact = ExactNumber.of(content.decimal().orElseThrow());
    boolean inside =
        exact.isWhole()
            && exact.numerator().bitLength() < Long.SIZE
            && exact.numerator().longValue() >= least
            && exact.numerator().longValue() <= most;
    if (!inside) {
      throw wrong("a whole number" + range);
    }
    return exact.numerator().longValue();
  }

  @Override
  public boolean flag() {
    return oneOf(List.of("true", "false")).equals("true");
  }

  @Override
  public String oneOf(List<String> words) {
    String word = text();
    if (!words.contains(word)) {
      throw wrong(
          "one of "
              + String.join(", ", words)
              + Suggestion.likely(word, words).map(hint -> "; " + hint).orElse(""));
    }
    return word;
  }

  private RuntimeException wrong(String wanted) {
    return invalid("was " + shown + ": it must be " + wanted);
  }

  @Override
  public RuntimeException invalid(String rule) {
    return NotationException.at(source, position, (name.isEmpty() ? "this" : name) + " " + rule);
  }

  @Override
  public <T> T checked(Supplier<T> builder) {
    try {
      return builder.get();
    } catch (NotationException e) {
      throw e;
    } catch (InvalidParameterException e) {
      String key = INSIDE.matcher(e.parameter()).replaceAll("_").toLowerCase(Locale.ROOT);
      NotationValue guilty = content.entries().map(all -> all.get(key)).orElse(this);
      throw NotationException.at(source, guilty.position, key + " " + e.problem());
    } catch (IllegalArgumentException | UnsupportedEventException e) {
      throw invalid("is refused: " + e.getMessage());
    }
  }
}
