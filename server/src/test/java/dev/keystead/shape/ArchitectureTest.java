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

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.keystead.tenancy.Command;
import org.junit.jupiter.api.Test;

/// The arrows of ARCHITECTURE.md.
class ArchitectureTest {
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.keystead");

    @Test
    void arrowsPointDownwardsOnly() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("server")
                .definedBy("dev.keystead.server..")
                .layer("console")
                .definedBy("dev.keystead.console..")
                .layer("setup")
                .definedBy("dev.keystead.setup..")
                .layer("apikey")
                .definedBy("dev.keystead.apikey..")
                .layer("directory")
                .definedBy("dev.keystead.directory..")
                .layer("workspace")
                .definedBy("dev.keystead.workspace..")
                .layer("idempotency")
                .definedBy("dev.keystead.idempotency..")
                .layer("job")
                .definedBy("dev.keystead.job..")
                .layer("audit")
                .definedBy("dev.keystead.audit..")
                .layer("platform")
                .definedBy("dev.keystead.platform..")
                .whereLayer("server")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("console")
                .mayOnlyBeAccessedByLayers("server")
                .whereLayer("setup")
                .mayOnlyBeAccessedByLayers("server")
                .whereLayer("apikey")
                .mayOnlyBeAccessedByLayers("server", "setup")
                .whereLayer("directory")
                .mayOnlyBeAccessedByLayers("server", "setup", "apikey")
                .whereLayer("workspace")
                .mayOnlyBeAccessedByLayers("server", "setup", "apikey")
                .whereLayer("idempotency")
                .mayOnlyBeAccessedByLayers("server")
                .whereLayer("job")
                .mayOnlyBeAccessedByLayers("server", "setup", "directory", "idempotency")
                .whereLayer("audit")
                .mayOnlyBeAccessedByLayers("server", "setup", "apikey", "directory", "workspace", "job")
                .check(PRODUCT);
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
    void onlyTheHttpPackageSeesTheWebServer() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.keystead.platform.http")
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
                .and()
                .doNotHaveSimpleName("Erasure")
                .and()
                .doNotHaveSimpleName("Table")
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
                        "dev.keystead.directory..",
                        "dev.keystead.idempotency..",
                        "dev.keystead.job..",
                        "dev.keystead.server..",
                        "dev.keystead.setup..",
                        "dev.keystead.workspace..")
                .check(PRODUCT);
    }
}
