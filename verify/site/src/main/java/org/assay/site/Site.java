package org.assay.site;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.assay.verify.internal.report.markup.Html;
import org.assay.verify.internal.report.markup.Text;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * Makes a static site of the pages below a directory and of the files that they link to. The groups
 * of {@code docs/index.md} are its navigation. A site with a dead link, or with a page of {@code
 * docs} that the navigation does not lead to, is not made.
 */
final class Site {
  private static final String STYLE =
      """
      main { max-width: 80rem; display: grid; grid-template-columns: 13rem minmax(0, 1fr);
        gap: 0 3rem; }
      .top { display: none; }
      nav { grid-row: 1; grid-column: 1; align-self: start; position: sticky; top: 1rem;
        max-height: calc(100vh - 2rem); overflow-y: auto; font-size: .87rem; line-height: 1.4; }
      nav h2 { font-size: .87rem; margin: 1rem 0 .2rem; }
      nav ul { list-style: none; margin: 0; padding: 0; }
      nav li { padding: .12rem 0; }
      nav ul ul { padding-left: .9rem; border-left: 1px solid var(--rule); }
      nav a { text-decoration: none; }
      nav a[aria-current] { font-weight: 600; color: var(--ink); }
      article { min-width: 0; }
      article h2 { margin-top: 2.4rem; }
      article h3 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; }
      article li { max-width: 46rem; margin: .25rem 0; }
      article p:has(> img) { overflow-x: auto; }
      article img { width: 100%; min-width: 36rem; height: auto; }
      article td > code { white-space: normal; }
      @media (max-width: 900px) {
        main { display: block; }
        .top { display: block; font-size: .93rem; }
        nav { position: static; max-height: none; border-top: 1px solid var(--rule);
          margin-top: 3rem; font-size: 1rem; }
        nav h2 { font-size: 1rem; }
        nav li { padding: .3rem 0; }
      }
      """;

  private final Path root;
  private final Path directory;
  private final Path index;
  private final Map<String, List<Link>> groups;
  private final Map<Path, MarkdownPage> pages = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  private Site(Path root, Path directory) throws IOException {
    this.root = root.toAbsolutePath().normalize();
    this.directory = directory.toAbsolutePath().normalize();
    this.index = this.root.resolve("docs/index.md");
    for (Path file : files()) {
      pages.put(file, MarkdownPage.read(file));
    }
    groups = groups(Objects.requireNonNull(pages.get(index), index + " is missing"));
  }

  /**
   * Makes the site.
   *
   * @param arguments the directory with README.md and docs, and the one where the site will stand
   */
  public static void main(String[] arguments) throws IOException {
    List<String> faults = make(Path.of(arguments[0]), Path.of(arguments[1]));
    if (!faults.isEmpty()) {
      faults.forEach(System.err::println);
      System.exit(1);
    }
  }

  /**
   * Makes the site, unless there are faults.
   *
   * @return the faults, each in a line that begins with the page
   */
  static List<String> make(Path root, Path directory) throws IOException {
    Site site = new Site(root, directory);
    Map<Path, String> made = new LinkedHashMap<>();
    for (MarkdownPage page : site.pages.values()) {
      page.destinations().forEach(link -> site.checkLink(page, link));
      site.checkPlace(page);
      made.put(site.place(page.file()), site.html(page));
    }
    if (site.faults.isEmpty()) {
      for (Map.Entry<Path, String> page : made.entrySet()) {
        Files.createDirectories(page.getKey().getParent());
        Files.writeString(page.getKey(), page.getValue());
      }
      site.copyFiles();
    }
    return List.copyOf(site.faults);
  }

  /** Pages, but for those that a build has made. */
  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes) {
            String name = entered.getFileName().toString();
            boolean hidden = name.startsWith(".") && !name.equals(".github");
            return !entered.equals(root)
                    && (hidden || name.equals("target") || entered.equals(directory))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }

  /** The place of a file in the site: what is in docs at the top. */
  private Path place(Path file) {
    String name = root.relativize(file).toString().replace('\\', '/');
    String below = name.startsWith("docs/") ? name.substring("docs/".length()) : name;
    return directory.resolve(pages.containsKey(file) ? below.replaceAll("md$", "html") : below);
  }

  private static boolean isOutside(String link) {
    return link.contains(":");
  }

  private static Path target(Path page, String link) {
    String file = link.replaceAll("#.*", "");
    return file.isEmpty() ? page : page.resolveSibling(file).normalize();
  }

  private void checkLink(MarkdownPage page, String link) {
    if (isOutside(link)) {
      return;
    }
    Path target = target(page.file(), link);
    MarkdownPage linked = pages.get(target);
    String anchor = link.contains("#") ? link.substring(link.indexOf('#') + 1) : "";
    if (!target.startsWith(root) || !Files.isRegularFile(target)) {
      faults.add(root.relativize(page.file()) + ": " + link + " leads to no file");
    } else if (linked != null && !anchor.isEmpty() && !linked.headings().containsKey(anchor)) {
      faults.add(root.relativize(page.file()) + ": " + link + " leads to no heading");
    }
  }

  /** Pages of one kind in a folder of their own are named by the page beside their folder. */
  private void checkPlace(MarkdownPage page) {
    Path file = page.file();
    if (!file.startsWith(index.getParent()) || file.toString().contains("doc-files")) {
      return;
    }
    MarkdownPage list = pages.get(Path.of(file.getParent() + ".md"));
    boolean listed =
        list != null
            && list.destinations().stream()
                .anyMatch(link -> target(list.file(), link).equals(file));
    boolean named =
        groups.values().stream()
            .flatMap(List::stream)
            .anyMatch(link -> target(index, link.getDestination()).equals(file));
    if (!listed && !named && !file.equals(index)) {
      faults.add(root.relativize(file) + " is not in the index");
    }
  }

  /** The links of the first column of the tables below each heading of the second level. */
  private static Map<String, List<Link>> groups(MarkdownPage index) {
    Map<String, List<Link>> groups = new LinkedHashMap<>();
    for (Heading heading : index.headings().values()) {
      if (heading.getLevel() == 2) {
        List<Link> links = new ArrayList<>();
        for (Node node = heading.getNext(); node != null; node = node.getNext()) {
          if (node.getClass() == Heading.class) {
            break;
          }
          MarkdownPage.all(node, TableRow.class)
              .forEach(row -> links.addAll(MarkdownPage.all(row.getFirstChild(), Link.class)));
        }
        groups.put(MarkdownPage.text(heading), links);
      }
    }
    return groups;
  }

  private String html(MarkdownPage page) {
    String body =
        top(page)
            + "<article>\n"
            + page.html(link -> moved(page.file(), page.file(), link))
            + "</article>\n"
            + navigation(page);
    return Html.page(page.title() + " - Assay", "", STYLE, body);
  }

  /** The same link between the places of both files in the site. */
  private String moved(Path shown, Path written, String link) {
    if (isOutside(link)) {
      return link;
    }
    String anchor = link.replaceAll("^[^#]*", "");
    Path target = target(written, link);
    if (target.equals(shown) && !anchor.isEmpty()) {
      return anchor;
    }
    Path folder = place(shown).resolve("..").normalize();
    return folder.relativize(place(target)).toString().replace('\\', '/') + anchor;
  }

  private String top(MarkdownPage page) {
    return "<p class=\"top\"><a href=\""
        + moved(page.file(), index, "index.md")
        + "\">Assay</a> · <a href=\"#pages\">All pages</a></p>\n";
  }

  private String navigation(MarkdownPage page) {
    StringBuilder html = new StringBuilder("<nav id=\"pages\" aria-label=\"Pages\">\n<ul>");
    addEntry(html, page, "index.md", "Assay");
    html.append("</ul>\n");
    groups.forEach(
        (name, links) -> {
          html.append("<h2>").append(Text.escape(name)).append("</h2>\n<ul>\n");
          links.forEach(
              link -> addEntry(html, page, link.getDestination(), MarkdownPage.text(link)));
          html.append("</ul>\n");
        });
    return html.append("</nav>\n").toString();
  }

  private void addEntry(StringBuilder html, MarkdownPage page, String link, String name) {
    boolean current = target(index, link).equals(page.file());
    html.append("<li><a href=\"")
        .append(moved(page.file(), index, link))
        .append(current ? "\" aria-current=\"page\">" : "\">")
        .append(Text.escape(name))
        .append("</a>");
    if (current && !page.file().equals(index)) {
      html.append("<ul>\n");
      page.headings()
          .forEach(
              (anchor, heading) -> {
                if (heading.getLevel() == 2) {
                  html.append("<li><a href=\"#" + Text.escape(anchor) + "\">")
                      .append(Text.escape(MarkdownPage.text(heading)))
                      .append("</a></li>\n");
                }
              });
      html.append("</ul>");
    }
    html.append("</li>\n");
  }

  private void copyFiles() throws IOException {
    for (MarkdownPage page : pages.values()) {
      for (String link : page.destinations()) {
        Path target = target(page.file(), link);
        if (!isOutside(link) && !pages.containsKey(target)) {
          Files.createDirectories(place(target).getParent());
          Files.copy(target, place(target), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
