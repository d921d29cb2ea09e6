package dev.keystead.license.entitlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.license.assignment.License.Limits;
import dev.keystead.license.assignment.License.Reach;
import dev.keystead.license.assignment.License.Status;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.Module;
import dev.keystead.license.catalogue.ModuleId;
import dev.keystead.license.entitlement.Standing.Held;
import dev.keystead.license.entitlement.Standing.Step;
import dev.keystead.node.Node;
import dev.keystead.node.NodeId;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random paths, licences, dates and dependencies, against a model that writes the rule down day by day.
class ResolutionTest {
    private static final LocalDate DAY = LocalDate.of(2030, 6, 15);
    private static final List<Node.Kind> KINDS =
            List.of(Node.Kind.PROJECT, Node.Kind.UNIT, Node.Kind.UNIT, Node.Kind.WORKSPACE, Node.Kind.ORG);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
    void everyVerdictIsTheModels(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            Map<String, Module> modules = modules(random);
            Standing standing = standing(random, List.copyOf(modules.keySet()));
            var when = new When(DAY, DAY.atStartOfDay(ZoneOffset.UTC).toInstant());
            var resolution = new Resolution(modules, standing, when, Optional.empty());
            for (Module module : modules.values()) {
                assertThat(told(resolution.of(module.code())))
                        .as("seed %d, round %d, %s", seed, round, module.code())
                        .isEqualTo(model(modules, standing, module));
            }
        }
    }

    private static String told(Verdict verdict) {
        return verdict.reason()
                + verdict.dependency().map(code -> "(" + code + ")").orElse("");
    }

    private static Map<String, Module> modules(Random random) {
        Map<String, Module> modules = new TreeMap<>();
        for (int i = 0; i < 4; i++) {
            var needs = new ArrayList<String>();
            for (int j = 0; j < i; j++) {
                if (random.nextInt(4) == 0) {
                    needs.add("m" + j);
                }
            }
            modules.put(
                    "m" + i,
                    new Module(
                            ModuleId.make(),
                            "m" + i,
                            "M",
                            Optional.empty(),
                            "c",
                            needs,
                            random.nextInt(4) == 0 ? Set.of(KINDS.get(random.nextInt(5))) : Set.of(),
                            random.nextInt(6) == 0,
                            1,
                            Instant.EPOCH,
                            Instant.EPOCH));
        }
        return modules;
    }

    private static Standing standing(Random random, List<String> codes) {
        int from = random.nextInt(KINDS.size());
        var path = new ArrayList<Step>();
        for (Node.Kind kind : KINDS.subList(from, KINDS.size())) {
            var held = new ArrayList<Held>();
            for (String code : codes) {
                if (random.nextInt(3) == 0) {
                    held.add(held(random, code));
                }
            }
            path.add(new Step(NodeId.make(), kind, held));
        }
        return new Standing(path.getFirst().node(), path);
    }

    private static Held held(Random random, String code) {
        Status status = List.of(Status.values()).get(random.nextInt(5));
        LocalDate first = DAY.plusDays(random.nextInt(7) - 4);
        Optional<LocalDate> last = status == Status.TRIAL || random.nextBoolean()
                ? Optional.of(first.plusDays(random.nextInt(6)))
                : Optional.empty();
        Optional<Long> cap = random.nextInt(4) == 0 ? Optional.of(2L) : Optional.empty();
        Optional<Instant> moment = random.nextInt(5) == 0
                ? Optional.of(DAY.plusDays(random.nextInt(3) - 1)
                        .atStartOfDay(ZoneOffset.UTC)
                        .toInstant())
                : Optional.empty();
        return new Held(
                LicenseId.make(),
                code,
                status,
                new Terms(
                        random.nextBoolean() ? Reach.EXACT : Reach.INHERIT_DOWN,
                        first,
                        last,
                        status == Status.TRIAL && random.nextBoolean(),
                        new Limits(Optional.empty(), cap, moment)),
                random.nextInt(4),
                Set.of());
    }

    /// The rule, once more and slowly.
    private static String model(Map<String, Module> modules, Standing standing, Module module) {
        if (module.alwaysOn()) {
            return "GRANTED";
        }
        Held deciding = null;
        boolean ended = false;
        for (int i = 0; i < standing.path().size() && deciding == null; i++) {
            for (Held held : standing.path().get(i).licenses()) {
                boolean mine = held.module().equals(module.code())
                        && (i == 0 || held.terms().reach() == Reach.INHERIT_DOWN);
                if (!mine || held.status() == Status.TERMINATED) {
                    continue;
                }
                if (isPast(held)) {
                    ended |= !held.terms().from().isAfter(DAY);
                } else if (!held.terms().from().isAfter(DAY)) {
                    deciding = held;
                }
            }
        }
        if (deciding == null) {
            return ended ? "EXPIRED" : "NOT_LICENSED";
        }
        if (deciding.status() == Status.SUSPENDED) {
            return "SUSPENDED";
        }
        if (!module.nodeTypes().isEmpty()
                && !module.nodeTypes().contains(standing.path().getFirst().kind())) {
            return "NODE_TYPE";
        }
        for (String needed : module.dependencies()) {
            Module other = modules.get(needed);
            if (other == null || !model(modules, standing, other).equals("GRANTED")) {
                return "DEPENDENCY(" + needed + ")";
            }
        }
        boolean full = deciding.terms().limits().usageCap().isPresent()
                && deciding.used() >= deciding.terms().limits().usageCap().get();
        return full ? "CAP" : "GRANTED";
    }

    private static boolean isPast(Held held) {
        boolean moment = held.terms()
                .limits()
                .expiresAt()
                .filter(end -> !end.isAfter(DAY.atStartOfDay(ZoneOffset.UTC).toInstant()))
                .isPresent();
        boolean converts = held.status() == Status.TRIAL && held.terms().converts();
        return moment || (!converts && held.terms().to().filter(DAY::isAfter).isPresent());
    }
}
