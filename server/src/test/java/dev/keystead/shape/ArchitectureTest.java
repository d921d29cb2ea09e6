package dev.keystead.shape;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import dev.keystead.tenancy.Command;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The arrows of ARCHITECTURE.md.
class ArchitectureTest {
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.keystead");

    /// From top to bottom, as ARCHITECTURE.md draws them.
    private static final List<String> LAYERS = List.of(
            "server",
            "console",
            "setup",
            "org",
            "oauth",
            "account",
            "federation",
            "signup",
            "profile",
            "login",
            "gate",
            "dormancy",
            "pat",
            "apikey",
            "authevent",
            "webhook",
            "bot",
            "connection",
            "domain",
            "badge",
            "license",
            "invite",
            "cascade",
            "trust",
            "role",
            "member",
            "grant",
            "session",
            "device",
            "lockout",
            "onetime",
            "consent",
            "client",
            "key",
            "workspace",
            "subtenant",
            "group",
            "credential",
            "directory",
            "handle",
            "project",
            "node",
            "idempotency",
            "mail",
            "policy",
            "event",
            "job",
            "audit",
            "platform");

    @Test
    void arrowsPointDownwardsOnly() {
        LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String layer : LAYERS) {
            layers = layers.optionalLayer(layer).definedBy("dev.keystead." + layer + "..");
        }
        layers = layers.whereLayer(LAYERS.getFirst()).mayNotBeAccessedByAnyLayer();
        for (String layer : LAYERS.subList(1, LAYERS.size())) {
            List<String> above = LAYERS.subList(0, LAYERS.indexOf(layer));
            layers = layers.whereLayer(layer).mayOnlyBeAccessedByLayers(above.toArray(String[]::new));
        }
        layers.check(PRODUCT);
    }

    @Test
    void everyPackageHasItsPlace() {
        Set<String> placed = PRODUCT.stream()
                .map(type -> type.getPackageName()
                        .replaceFirst("dev\\.keystead\\.", "")
                        .replaceFirst("\\..*", ""))
                .filter(name -> !Set.of("tenancy", "postgres", "page").contains(name))
                .collect(Collectors.toSet());
        assertThat(LAYERS).containsAll(placed);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.keystead.(*)..").should().beFreeOfCycles().check(PRODUCT);
        slices().matching("dev.keystead.platform.(*)..")
                .should()
                .beFreeOfCycles()
                .check(PRODUCT);
    }

    @Test
    void onlyTheEdgesSeeJetty() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.keystead.platform.http", "dev.keystead.platform.outbound")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jetty..")
                .check(PRODUCT);
    }

    @Test
    void onlyTheDataLayerSeesJdbc() {
        noClasses()
                .that(resideInAPackage("dev.keystead..")
                        .and(not(resideInAnyPackage(
                                "dev.keystead.platform.db..",
                                "dev.keystead.server..",
                                "dev.keystead.tenancy..",
                                "dev.keystead.postgres.."))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..")
                .check(PRODUCT);
    }

    @Test
    void statementsStandInStoresAndJobs() {
        noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Store")
                .and()
                .resideOutsideOfPackages("dev.keystead.tenancy..", "dev.keystead.job..")
                .should()
                .callMethodWhere(target(owner(type(Command.class))))
                .check(PRODUCT);
    }

    @Test
    void platformKnowsNoFeature() {
        classes()
                .that()
                .resideInAPackage("dev.keystead.platform..")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages(
                        "dev.keystead.apikey..",
                        "dev.keystead.audit..",
                        "dev.keystead.console..",
                        "dev.keystead.credential..",
                        "dev.keystead.directory..",
                        "dev.keystead.idempotency..",
                        "dev.keystead.job..",
                        "dev.keystead.mail..",
                        "dev.keystead.policy..",
                        "dev.keystead.server..",
                        "dev.keystead.setup..",
                        "dev.keystead.workspace..")
                .check(PRODUCT);
    }
}
