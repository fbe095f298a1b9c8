package org.assay.cli.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The direction of every arrow between modules and between packages. */
class PackageDependenciesTest {
  private static final String SOURCES = "src/main/java/";

  private static final JavaClasses CLASSES = ProjectClasses.ALL;

  @Test
  void everyPackageWithSourcesWasImported() {
    Set<String> seen = CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
    Set<String> unseen = new TreeSet<>(packagesWithTypes());
    unseen.removeAll(seen);
    assertEquals(Set.of(), unseen, "packages whose classes this test does not see");
    assertTrue(
        seen.containsAll(
            Set.of(
                "org.assay.accountant.numeric",
                "org.assay.accountant.privacy",
                "org.assay.accountant.curve",
                "org.assay.accountant.event",
                "org.assay.accountant.accounting")),
        () -> "packages every version has; seen were " + new TreeSet<>(seen));
  }

  @Test
  void noPackagesFormACycle() {
    slices().matching("org.assay.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void everyPackageHasAPlaceInTheOrderOfItsModule() {
    List<String> strays =
        CLASSES.stream()
            .map(JavaClass::getPackageName)
            .distinct()
            .filter(name -> PackageTable.of(name).filter(table -> table.lists(name)).isEmpty())
            .sorted()
            .toList();
    assertEquals(List.of(), strays, "packages that PackageTable does not list");
  }

  @Test
  void packagesImportOnlyWhatStandsBeforeThem() {
    List<String> violations = new ArrayList<>();
    for (JavaClass type : CLASSES) {
      PackageTable table = PackageTable.of(type.getPackageName()).orElseThrow();
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String imported = dependency.getTargetClass().getBaseComponentType().getPackageName();
        if (imported.startsWith("org.assay.") && !table.allows(type.getPackageName(), imported)) {
          violations.add(dependency.getDescription());
        }
      }
    }
    assertEquals(List.of(), violations, "imports against the order of the packages");
  }

  private static Set<String> packagesWithTypes() {
    return SourceTree.mainFiles().stream()
        .filter(file -> !file.endsWith("package-info.java"))
        // They are not on the class path; nothing can depend on them.
        .filter(
            file ->
                !SourceTree.name(file)
                    .matches("(verify/bench|verify/site|verify/spark|notebooks)/.*"))
        .map(PackageDependenciesTest::packageName)
        .collect(Collectors.toSet());
  }

  private static String packageName(Path file) {
    String name = SourceTree.name(file);
    String below = name.substring(name.indexOf(SOURCES) + SOURCES.length(), name.lastIndexOf('/'));
    return below.replace('/', '.');
  }
}
