package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Iterator;
import org.assay.accountant.internal.words.Suggestion;

/** The keys of the objects of a question. */
final class Keys {
  private Keys() {}

  /** An unknown key is an error, as it might be a misspelt one. */
  static void requireKnown(String kind, JsonNode object, Collection<String> known) {
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        throw new LineException(
            kind + " '" + name + "' is unknown; " + Suggestion.among(name, known));
      }
    }
  }
}
