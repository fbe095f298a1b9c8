package org.assay.cli.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.net.URL;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Nothing of the project uses the network: data that are audited stay where they are. */
class NetworkTest {
  /** What finds class files and writes addresses of files; none of it opens a connection. */
  private static final Set<String> ADDRESSES =
      Set.of(
          "java.net.URI",
          "java.net.URISyntaxException",
          "java.net.URL",
          "java.net.URLDecoder",
          "java.net.URLEncoder",
          "java.net.MalformedURLException",
          "java.net.URLClassLoader");

  private static final JavaClasses CLASSES = ProjectClasses.ALL;

  @Test
  void onlyAddressesOfTheNetworkPackagesAreUsed() {
    Set<String> used =
        CLASSES.stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .map(dependency -> dependency.getTargetClass().getBaseComponentType())
            .filter(type -> type.getPackageName().startsWith("java.net"))
            .map(JavaClass::getName)
            .collect(Collectors.toSet());
    used.removeAll(ADDRESSES);
    assertEquals(Set.of(), used);
  }

  /** What writes an address in another form opens nothing. */
  @Test
  void nobodyOpensWhatAnAddressLeadsTo() {
    noClasses()
        .should()
        .callMethodWhere(target(owner(equivalentTo(URL.class))).and(not(target(name("toURI")))))
        .check(CLASSES);
  }

  @Test
  void noOtherPackageThatReachesTheNetworkIsUsed() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "javax.net..",
            "java.rmi..",
            "javax.naming..",
            "javax.management.remote..",
            "com.sun.net..",
            "jdk.net..",
            "javax.ws..")
        .check(CLASSES);
  }

  /** A budget's store, and queries under audit, at the addresses that their users give. */
  @Test
  void databasesAreForBudgetsAndQueriesAlone() {
    noClasses()
        .that()
        .haveNameNotMatching(
            "org\\.assay\\.(accountant\\.budget\\.(JdbcTable|JdbcSchema|BudgetStore|UninterruptedCalls)"
                + "|cli\\.internal\\.database\\.(DatabaseMechanism|JdbcAddress|Session)).*")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..")
        .check(CLASSES);
  }

  /** Only the audit of a user's own class looks for class files, where the user says. */
  @Test
  void classLoadersAreForMechanismsOfUsers() {
    Set<String> loaders =
        CLASSES.stream()
            .filter(
                type ->
                    type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(
                            d -> d.getTargetClass().getName().equals("java.net.URLClassLoader")))
            .map(JavaClass::getName)
            .collect(Collectors.toSet());
    assertTrue(
        Set.of("org.assay.verify.external.LoadedMechanism$MechanismClass").containsAll(loaders),
        loaders::toString);
  }
}
