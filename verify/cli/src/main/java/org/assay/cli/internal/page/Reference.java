package org.assay.cli.internal.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.accountant.privacy.Citation;
import org.assay.verify.internal.report.markup.Html;

/**
 * A paper in the form of a citation. The table {@code references.tsv} has the content of {@code
 * docs/papers/references.bib} for every key; a test compares them.
 *
 * @param words authors and year
 * @param link its address: the DOI, else arXiv; empty if neither is known
 */
public record Reference(String words, Optional<String> link) {
  private static final String TABLE = "/org/assay/cli/references.tsv";

  /** A key in a text. */
  private static final Pattern KEY = Pattern.compile("\\[@(\\w+)]");

  /** Addresses of the table within a text. */
  private static final Pattern LINK =
      Pattern.compile("https://(?:doi\\.org|arxiv\\.org/abs)/[\\w./-]*\\w");

  /** The table, read when the first paper is named. */
  private static final class Known {
    static final Map<String, Reference> ALL = read();
  }

  private static Map<String, Reference> read() {
    try (InputStream in = Objects.requireNonNull(Reference.class.getResourceAsStream(TABLE))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t", -1))
          .collect(Collectors.toUnmodifiableMap(cells -> cells[0], Reference::ofCells));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reference ofCells(String[] cells) {
    return new Reference(cells[1], cells.length > 2 ? Optional.of(cells[2]) : Optional.empty());
  }

  /**
   * The papers that are known.
   *
   * @return every paper by its key
   */
  public static Map<String, Reference> all() {
    return Known.ALL;
  }

  /**
   * The paper of a key.
   *
   * @param key a key of the bibliography, or one of the user's own
   * @return the paper, if the bibliography has it
   */
  public static Optional<Reference> of(String key) {
    return Optional.ofNullable(all().get(key));
  }

  /**
   * A citation with authors, year, place and address.
   *
   * @param citation a place in a paper
   * @return plain text; the key itself where the bibliography does not have it
   */
  public static String text(Citation citation) {
    return of(citation.key())
        .map(
            paper ->
                paper.words()
                    + ", "
                    + citation.locator()
                    + paper.link().map(link -> ", " + link).orElse(""))
        .orElseGet(citation::toString);
  }

  /**
   * A text that names papers by their keys in brackets, behind an at sign, with authors, year and
   * address instead.
   *
   * @param text plain text
   * @return plain text; keys that the bibliography does not have stay
   */
  public static String named(String text) {
    return named(
        text, paper -> paper.words() + paper.link().map(link -> " (" + link + ")").orElse(""));
  }

  /**
   * A text with papers named by links in Markdown.
   *
   * @param text Markdown
   * @return Markdown
   */
  public static String markdown(String text) {
    return named(
        text,
        paper ->
            paper
                .link()
                .map(link -> "[" + paper.words() + "](" + link + ")")
                .orElse(paper.words()));
  }

  private static String named(String text, Function<Reference, String> words) {
    return KEY.matcher(text)
        .replaceAll(
            key -> Matcher.quoteReplacement(of(key.group(1)).map(words).orElseGet(key::group)));
  }

  /**
   * HTML of a plain text in which addresses of papers are links.
   *
   * @param text plain text
   * @return HTML
   */
  public static String linked(String text) {
    StringBuilder html = new StringBuilder(text.length() + 32);
    Matcher link = LINK.matcher(text);
    int done = 0;
    while (link.find()) {
      html.append(Html.text(text.substring(done, link.start())))
          .append("<a href=\"" + link.group() + "\">" + link.group() + "</a>");
      done = link.end();
    }
    return html.append(Html.text(text.substring(done))).toString();
  }
}
