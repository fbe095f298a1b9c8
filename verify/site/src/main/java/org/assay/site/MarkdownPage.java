package org.assay.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.verify.internal.report.markup.Html;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page as it is written.
 *
 * @param file where it lies
 * @param document what stands in it
 * @param headings its headings by the anchors that they have on GitHub too, in their order
 */
record MarkdownPage(Path file, Node document, Map<String, Heading> headings) {
  private static final Pattern NO_ANCHOR = Pattern.compile("[^\\p{L}\\p{N}_\\- ]");
  private static final Pattern TABLE =
      Pattern.compile(
          "<table>\\s*<thead>(.*?)</thead>\\s*(?:<tbody>(.*?)</tbody>\\s*)?</table>\\s*",
          Pattern.DOTALL);

  static MarkdownPage read(Path file) throws IOException {
    Parser parser = Parser.builder().extensions(List.of(TablesExtension.create())).build();
    Node document = parser.parse(Files.readString(file));
    Map<String, Heading> headings = new LinkedHashMap<>();
    for (Heading heading : all(document, Heading.class)) {
      String anchor =
          NO_ANCHOR
              .matcher(text(heading).toLowerCase(Locale.ROOT))
              .replaceAll("")
              .replace(' ', '-');
      String free = anchor;
      for (int i = 1; headings.containsKey(free); i++) {
        free = anchor + "-" + i;
      }
      headings.put(free, heading);
    }
    return new MarkdownPage(file, document, headings);
  }

  /** All nodes of one kind, in their order. */
  static <T extends Node> List<T> all(Node root, Class<T> kind) {
    List<T> found = new ArrayList<>();
    for (Node node = root.getFirstChild(); node != null; node = node.getNext()) {
      if (kind.isInstance(node)) {
        found.add(kind.cast(node));
      }
      found.addAll(all(node, kind));
    }
    return found;
  }

  /** What a reader sees of a node, without its formats. */
  static String text(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(Code part) {
            text.append(part.getLiteral());
          }
        });
    return text.toString();
  }

  String title() {
    return headings.values().stream().findFirst().map(MarkdownPage::text).orElse("");
  }

  /** Destinations of links and images, as they are written. */
  List<String> destinations() {
    List<String> destinations = new ArrayList<>();
    all(document, Link.class).forEach(link -> destinations.add(link.getDestination()));
    all(document, Image.class).forEach(image -> destinations.add(image.getDestination()));
    return destinations;
  }

  /** The page as HTML, its links led elsewhere. Tables look as they do in reports. */
  String html(UnaryOperator<String> destination) {
    Map<Node, String> anchors = new LinkedHashMap<>();
    headings.forEach((anchor, heading) -> anchors.put(heading, anchor));
    HtmlRenderer renderer =
        HtmlRenderer.builder()
            .extensions(List.of(TablesExtension.create()))
            .attributeProviderFactory(
                context ->
                    (node, tag, attributes) -> {
                      attributes.computeIfPresent("href", (key, old) -> destination.apply(old));
                      attributes.computeIfPresent("src", (key, old) -> destination.apply(old));
                      if (anchors.containsKey(node)) {
                        attributes.put("id", anchors.get(node));
                      }
                    })
            .build();
    return TABLE
        .matcher(renderer.render(document))
        .replaceAll(
            table ->
                Matcher.quoteReplacement(
                    Html.table("", table.group(1), table.group(2) == null ? "" : table.group(2))));
  }
}
