package org.assay.verify.internal.report.markup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules that every page obeys. */
class HtmlTest {
  private static final String OPEN = "<span class=\"number\">";

  private static Set<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12",
        "0.25",
        "−3.5",
        "-3.5",
        "1,234,567",
        "1e-5",
        "1.0E-5",
        "10⁻⁵",
        "7.89 × 10⁻⁴",
        "99%",
        "1/√n",
        "[0.1, 0.2]",
        "[0.125, Infinity]",
        "(1.0, 1.0E-5)",
        "[−2.5 × 10⁻⁴, 3]",
        "0.3569 to 0.7823",
        "1.5 × 10⁻⁴ to 3 × 10⁻⁴",
        "-1.12 ± 0.04",
        "[9.9972561464342835, 9.9972561464343244]"
      })
  void numbersAndIntervalsStayOnOneLine(String number) {
    assertEquals(OPEN + number + "</span>", Html.text(number));
    assertEquals("at " + OPEN + number + "</span>, or", Html.text("at " + number + ", or"));
    assertEquals("is " + OPEN + number + "</span>.", Html.text("is " + number + "."));
    String tagged = OPEN + number + "</span>";
    assertTrue(Html.paragraph("lead", number).contains(tagged));
    assertTrue(Html.fact("name", number).contains(tagged));
    assertTrue(Html.figure("", number).contains(tagged));
    assertTrue(Html.heading(number).contains(tagged));
  }

  /** Long lists of a user's numbers would otherwise be wider than the page. */
  @Test
  void whatIsNoNumberMayBeBroken() {
    for (String text : new String[] {"0,0,0,0,0,0", "v1.2.3.4", "ab12cd", "7", "1".repeat(57)}) {
      assertEquals(text, Html.text(text));
    }
    assertEquals(OPEN + "12</span> &lt;b&gt; &amp;", Html.text("12 <b> &"));
  }

  @Test
  void wideTablesScrollWithinTheirBox() {
    String table = Html.table("facts", "<tr></tr>", "<tr><td></td></tr>");
    assertTrue(table.startsWith("<div class=\"table\"><table class=\"facts\">"), table);
    assertTrue(table.endsWith("</table></div>\n"), table);
    assertTrue(PageStyle.CSS.contains(".table { overflow-x: auto;"));
    assertTrue(PageStyle.CSS.contains(".number { white-space: nowrap; }"));
    assertTrue(PageStyle.CSS.contains("@media (max-width: 640px)"));
  }

  /** Every colour has a value for light and for dark pages, and is written nowhere else. */
  @Test
  void everyColourHasALightAndADarkValue() {
    String css = PageStyle.CSS;
    assertTrue(css.contains("color-scheme: light dark"));
    int dark = css.indexOf("@media screen and (prefers-color-scheme: dark)");
    int rules = css.indexOf("* { box-sizing");
    assertTrue(0 < dark && dark < rules);
    Set<String> light = found("--[a-z-]+(?=:)", css.substring(0, dark));
    assertEquals(light, found("--[a-z-]+(?=:)", css.substring(dark, rules)));
    String used = css.substring(rules);
    assertEquals(light, found("(?<=var\\()--[a-z-]+", used));
    assertEquals(Set.of(), found("#[0-9a-f]{3,6}\\b|rgba?\\(", used));
  }

  @Test
  void everyFontIsOneOfThree() {
    Set<String> fonts = found("(?<=font: )[^;]*", PageStyle.CSS);
    for (String font : fonts) {
      assertTrue(
          font.endsWith(PageStyle.TEXT_FONT)
              || font.endsWith(PageStyle.DRAWING_FONT)
              || font.endsWith(PageStyle.COMMAND_FONT),
          font);
    }
    assertFalse(PageStyle.CSS.contains("font-family") || PageStyle.CSS.contains("_FONT"));
    assertEquals(
        Set.of("svg text { font: 12px " + PageStyle.DRAWING_FONT),
        found("svg [^{}]*\\{[^{}]*font[^;]*", PageStyle.CSS),
        "one font and one size for all drawings");
  }
}
