package org.assay.cli.documented;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assay.cli.Project;
import org.junit.jupiter.api.Test;

/** Links between pages lead somewhere, and the index knows every page. */
class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  @Test
  void everyLinkHasATarget() throws IOException {
    List<String> dead = new ArrayList<>();
    List<Path> pages = pages();
    for (Path page : pages) {
      for (var link : LINK.matcher(Files.readString(page)).results().toList()) {
        if (!link.group(1).contains(":") && !leadsSomewhere(page, link.group(1), link.group(2))) {
          dead.add(Project.file("").relativize(page) + " -> " + link.group());
        }
      }
    }
    assertTrue(pages.size() > 60, pages::toString);
    assertEquals(List.of(), dead);
  }

  /** Pages of one kind in a folder of their own are named by the page beside their folder. */
  @Test
  void theIndexNamesEveryPage() throws IOException {
    Path index = Project.file("docs/index.md");
    Set<Path> named = new HashSet<>(Set.of(index));
    Set<Path> missing = new TreeSet<>();
    addTargets(named, index);
    List<Path> pages = new ArrayList<>();
    addPages(pages, Project.file("docs"));
    for (Path page : pages) {
      Path list = Path.of(page.getParent() + ".md");
      if (Files.exists(list)) {
        addTargets(named, list);
      }
      if (!named.contains(page)) {
        missing.add(page);
      }
    }
    assertEquals(Set.of(), missing);
  }

  private static void addTargets(Set<Path> targets, Path page) throws IOException {
    LINK.matcher(Files.readString(page))
        .results()
        .map(link -> page.resolveSibling(link.group(1)).normalize())
        .forEach(targets::add);
  }

  private static boolean leadsSomewhere(Path page, String file, String heading) throws IOException {
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    return Files.exists(target)
        && (heading == null || !target.toString().endsWith(".md") || has(target, heading));
  }

  /** Headings are addressed in lower case, without punctuation, with hyphens for spaces. */
  private static boolean has(Path page, String heading) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(found -> found.group(1).strip().toLowerCase(Locale.ROOT))
        .map(text -> text.replaceAll("[^\\p{L}\\p{N}_\\- ]", "").replace(' ', '-'))
        .anyMatch(heading::equals);
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String root :
        List.of("README.md", "CONTRIBUTING.md", ".github", "docs", "examples", "notebooks")) {
      addPages(pages, Project.file(root));
    }
    for (String module : List.of("accountant", "algorithms", "verify")) {
      addPages(pages, Project.file(module));
    }
    return pages;
  }

  private static void addPages(List<Path> pages, Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.toString().contains("/target/"))
          .sorted()
          .forEach(pages::add);
    }
  }
}
