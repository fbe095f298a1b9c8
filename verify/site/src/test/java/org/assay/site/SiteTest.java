package org.assay.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links lead somewhere, in the project's pages and in the site that is made of them. */
class SiteTest {
  private static final Path SITE = Path.of("target/site").toAbsolutePath();
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#]*)#?([^\"]*)\"");

  /** What would be fetched with a page. */
  private static final Pattern FETCHED =
      Pattern.compile("<script|<link|<iframe|@import|url\\(|src=\"[a-z]+:");

  private static Path root = Path.of("");
  private static List<String> faults = List.of();

  @BeforeAll
  static void make() throws IOException {
    root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve(".mvn"))) {
      root = root.resolve("..").normalize();
    }
    forgetEarlierSite();
    faults = Site.make(root, SITE);
  }

  private static void forgetEarlierSite() throws IOException {
    if (Files.exists(SITE)) {
      try (Stream<Path> files = Files.walk(SITE)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static Map<Path, String> made() throws IOException {
    Map<Path, String> made = new TreeMap<>();
    try (Stream<Path> files = Files.walk(SITE)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".html")).toList()) {
        made.put(file, Files.readString(file));
      }
    }
    return made;
  }

  @Test
  void everyLinkOfAPageLeadsSomewhereAndTheIndexHasEveryPage() {
    assertEquals(List.of(), faults);
  }

  @Test
  void everyLinkOfTheSiteLeadsSomewhere() throws IOException {
    Map<Path, String> made = made();
    List<String> dead = new ArrayList<>();
    int links = 0;
    for (Map.Entry<Path, String> page : made.entrySet()) {
      for (MatchResult link : LINK.matcher(page.getValue()).results().toList()) {
        if (!link.group(1).contains(":")) {
          Path target =
              link.group(1).isEmpty()
                  ? page.getKey()
                  : page.getKey().resolveSibling(link.group(1)).normalize();
          String html = made.getOrDefault(target, "");
          if (!Files.isRegularFile(target)
              || !(link.group(2).isEmpty() || html.contains(" id=\"" + link.group(2) + "\""))) {
            dead.add(SITE.relativize(page.getKey()) + " -> " + link.group());
          }
          links++;
        }
      }
    }
    assertEquals(List.of(), dead);
    assertTrue(made.size() > 100 && links > 5000, made.size() + " pages, " + links + " links");
  }

  @Test
  void pagesFetchNothing() throws IOException {
    made()
        .forEach(
            (page, html) -> {
              // What a page shows is escaped; an attribute or an element is not.
              assertFalse(FETCHED.matcher(html).find(), page::toString);
              assertTrue(html.contains("<nav ") && html.contains("<h1"), page::toString);
            });
  }

  /** Each question is one click from the index, and each answer one from a page that says more. */
  @Test
  void everyQuestionHasAnAnswerAndALink() throws IOException {
    MarkdownPage page = MarkdownPage.read(root.resolve("docs/faq.md"));
    List<String> silent = new ArrayList<>();
    int questions = 0;
    for (Heading heading : page.headings().values()) {
      if (heading.getLevel() == 3) {
        questions++;
        StringBuilder answer = new StringBuilder();
        List<Link> links = new ArrayList<>();
        for (Node node = heading.getNext(); node != null; node = node.getNext()) {
          if (node.getClass() == Heading.class) {
            break;
          }
          answer.append(MarkdownPage.text(node));
          links.addAll(MarkdownPage.all(node, Link.class));
        }
        String question = MarkdownPage.text(heading);
        if (!question.endsWith("?") || answer.length() < 40 || links.isEmpty()) {
          silent.add(question);
        }
      }
    }
    assertEquals(List.of(), silent);
    assertTrue(questions >= 40, "only " + questions + " questions were found");
  }

  @Test
  void deadLinksAndLostPagesAreNamed(@TempDir Path directory) throws IOException {
    Path docs = Files.createDirectories(directory.resolve("docs/guide"));
    Path index = directory.resolve("docs/index.md");
    Path page = docs.resolve("page.md");
    Path site = directory.resolve("site");
    String rows = "# Index\n\n## Guides\n\n| page | answers |\n|---|---|\n";
    Files.writeString(index, rows + "| [Page](guide/page.md#a-code) | [self](index.md#guides) |\n");
    Files.writeString(
        page, "# Page\n\n## A `code`\n\n[up](../index.md)\n\n## A code\n\n[here](#a-code-1)\n");
    assertEquals(List.of(), Site.make(directory, site));
    assertTrue(
        Files.readString(site.resolve("guide/page.html")).contains("href=\"../index.html\""));
    assertTrue(Files.readString(site.resolve("index.html")).contains("guide/page.html#a-code"));

    Files.writeString(page, "# Page\n\n[up](../lost.md) [dead](../index.md#x) ![none](a.svg)\n");
    assertEquals(
        List.of(
            "docs/guide/page.md: ../lost.md leads to no file",
            "docs/guide/page.md: ../index.md#x leads to no heading",
            "docs/guide/page.md: a.svg leads to no file",
            "docs/index.md: guide/page.md#a-code leads to no heading"),
        Site.make(directory, site));

    Files.writeString(page, "# Page\n");
    Files.writeString(index, rows + "| none | [Page](guide/page.md) |\n");
    assertEquals(List.of("docs/guide/page.md is not in the index"), Site.make(directory, site));
  }
}
