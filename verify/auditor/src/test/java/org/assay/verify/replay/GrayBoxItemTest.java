package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assay.verify.catalogue.Catalogue;
import org.assay.verify.catalogue.Entry;
import org.junit.jupiter.api.Test;

class GrayBoxItemTest {
  @Test
  void everyItemShowsWhateverTheSeed() throws InterruptedException {
    for (GrayBoxItem<?> item : GrayBoxItem.all()) {
      for (long seed = 0; seed < 5; seed++) {
        assertFalse(item.check(seed).passed(), item.id());
      }
    }
  }

  @Test
  void itemsAreTheDeterministicEntriesOfTheTargets() {
    Set<String> known =
        Catalogue.all().stream()
            .filter(Entry::isDeterministic)
            .map(Entry::id)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> items = Set.of(GrayBoxItem.ids());
    items.forEach(id -> assertEquals(id, GrayBoxItem.of(id).id()));
    known.retainAll(items);
    assertEquals(items, known);
    assertThrows(IllegalArgumentException.class, () -> GrayBoxItem.of("C01"));
  }
}
