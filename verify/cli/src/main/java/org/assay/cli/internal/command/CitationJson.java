package org.assay.cli.internal.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.assay.accountant.privacy.Citation;
import org.assay.cli.internal.page.Reference;

/** The source of a proof, for programs. */
public final class CitationJson {
  private CitationJson() {}

  /**
   * Adds the citation by its key, and the paper's address if it is known.
   *
   * @param node receives a list of keys and a list of addresses
   * @param citation a place in a paper
   */
  public static void put(ObjectNode node, Citation citation) {
    node.putArray("citations").add(citation.toString());
    Reference.of(citation.key())
        .flatMap(Reference::link)
        .ifPresent(link -> node.putArray("links").add(link));
  }
}
