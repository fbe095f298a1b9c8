package org.assay.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;

/**
 * The collections and arrays of public records are copies: what a caller changes, or in which order
 * a caller keeps it, is nothing to a record that was checked.
 */
class RecordCopiesTest {
  private static final Set<String> COPIES =
      Set.of("copyOf", "copy", "clone", "toList", "unmodifiableMap");

  @Test
  void publicRecordsCopyWhatTheyAreGiven() {
    List<String> sharing = new ArrayList<>();
    long records = 0;
    for (JavaClass type : libraries()) {
      long collections = type.getFields().stream().filter(RecordCopiesTest::isMutable).count();
      if (!type.isRecord() || collections == 0 || !isPublic(type)) {
        continue;
      }
      records++;
      long copies = canonical(type).getMethodCallsFromSelf().stream().filter(this::copies).count();
      if (copies < collections) {
        sharing.add(type.getFullName() + " copies " + copies + " of " + collections);
      }
    }
    assertEquals(List.of(), sharing, "public records that keep what belongs to the caller");
    assertTrue(records > 30, "records seen: " + records);
  }

  /** A sorted collection brings its comparator along, unless it is copied number by number. */
  @Test
  void sortedCollectionsOfRecordsAreCopiedIntoRisingOrder() {
    List<String> found = new ArrayList<>();
    for (JavaClass type : libraries()) {
      if (type.isRecord() && type.getFields().stream().anyMatch(RecordCopiesTest::isSorted)) {
        boolean copied =
            canonical(type).getMethodCallsFromSelf().stream()
                .anyMatch(call -> call.getTargetOwner().getSimpleName().equals("Points"));
        found.add(type.getSimpleName() + (copied ? "" : " keeps the caller's order"));
      }
    }
    found.sort(null);
    assertEquals(List.of("Profile", "Renyi", "Tradeoff"), found);
  }

  private static List<JavaClass> libraries() {
    return ProjectClasses.ALL.stream()
        .filter(type -> !type.getPackageName().matches("org\\.assay\\.(cli|bench|notebooks).*"))
        .toList();
  }

  private boolean copies(JavaMethodCall call) {
    return COPIES.contains(call.getName());
  }

  private static JavaConstructor canonical(JavaClass type) {
    List<String> components =
        type.getFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .map(field -> field.getRawType().getName())
            .sorted()
            .toList();
    return type.getConstructors().stream()
        .filter(
            constructor ->
                constructor.getRawParameterTypes().stream()
                    .map(JavaClass::getName)
                    .sorted()
                    .toList()
                    .equals(components))
        .findFirst()
        .orElseThrow(() -> new AssertionError(type.getName()));
  }

  /** Nested types of public types are as public as these. */
  private static boolean isPublic(JavaClass type) {
    boolean own = type.getModifiers().contains(JavaModifier.PUBLIC);
    return own && type.getEnclosingClass().map(RecordCopiesTest::isPublic).orElse(true);
  }

  private static boolean isMutable(JavaField field) {
    JavaClass type = field.getRawType();
    return !field.getModifiers().contains(JavaModifier.STATIC)
        && (type.isArray()
            || type.isAssignableTo(Collection.class)
            || type.isAssignableTo(Map.class));
  }

  private static boolean isSorted(JavaField field) {
    JavaClass type = field.getRawType();
    return type.isAssignableTo(SortedMap.class) || type.isAssignableTo(SortedSet.class);
  }
}
