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
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Until when something may be used, as far as it is written down.
class LastingTest {
    private static final LocalDate DAY = LocalDate.of(2030, 6, 15);
    private static final When NOW = new When(DAY, noon(DAY));
    private static final Instant LIMIT = noon(DAY.plusDays(7));

    private static Instant noon(LocalDate day) {
        return day.atTime(12, 0).toInstant(ZoneOffset.UTC);
    }

    private static Instant beginning(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static Map<String, Module> modules(String... codes) {
        return List.of(codes).stream()
                .collect(Collectors.toMap(
                        code -> code,
                        code -> new Module(
                                ModuleId.make(),
                                code,
                                code,
                                Optional.empty(),
                                "c",
                                List.of(),
                                Set.of(),
                                false,
                                1,
                                Instant.EPOCH,
                                Instant.EPOCH)));
    }

    private static Held held(
            String module, Status status, LocalDate from, Optional<LocalDate> to, Optional<Instant> at) {
        var limits = new Limits(Optional.empty(), Optional.empty(), at);
        return new Held(
                LicenseId.make(), module, status, new Terms(Reach.INHERIT_DOWN, from, to, false, limits), 0, Set.of());
    }

    private static Standing standing(List<Held> own, List<Held> above) {
        NodeId node = NodeId.make();
        return new Standing(
                node,
                List.of(new Step(node, Node.Kind.UNIT, own), new Step(NodeId.make(), Node.Kind.WORKSPACE, above)));
    }

    private static List<Lasting> from(Standing standing) {
        return Lasting.from(modules("m"), standing, NOW, Optional.empty(), LIMIT);
    }

    @Test
    void whatEndsHasItsEndAndWhatDoesNotHasTheLimit() {
        Standing endless =
                standing(List.of(held("m", Status.ACTIVE, DAY, Optional.empty(), Optional.empty())), List.of());
        assertThat(from(endless)).containsExactly(new Lasting("m", LIMIT));
        Standing ending = standing(
                List.of(held("m", Status.ACTIVE, DAY, Optional.of(DAY.plusDays(2)), Optional.empty())), List.of());
        assertThat(from(ending)).containsExactly(new Lasting("m", beginning(DAY.plusDays(3))));
        Standing later = standing(
                List.of(held("m", Status.ACTIVE, DAY, Optional.of(DAY.plusDays(30)), Optional.empty())), List.of());
        assertThat(from(later)).containsExactly(new Lasting("m", LIMIT));
        assertThat(from(standing(List.of(), List.of()))).isEmpty();
    }

    @Test
    void whatStandsAboveGoesOn() {
        Held near = held("m", Status.ACTIVE, DAY, Optional.of(DAY), Optional.empty());
        Held above = held("m", Status.ACTIVE, DAY, Optional.empty(), Optional.of(noon(DAY.plusDays(4))));
        assertThat(from(standing(List.of(near), List.of(above))))
                .containsExactly(new Lasting("m", noon(DAY.plusDays(4))));
    }

    @Test
    void whatIsSuspendedAndHasYetToBeginEndsIt() {
        Held above = held("m", Status.ACTIVE, DAY, Optional.empty(), Optional.empty());
        Held near = held("m", Status.SUSPENDED, DAY.plusDays(3), Optional.empty(), Optional.empty());
        assertThat(from(standing(List.of(near), List.of(above))))
                .containsExactly(new Lasting("m", beginning(DAY.plusDays(3))));
    }

    @Test
    void beyondSoManyTurnsNothingIsPromised() {
        List<Held> ending = IntStream.rangeClosed(1, Lasting.MOST_TURNS + 50)
                .mapToObj(minute -> held(
                        "m" + minute,
                        Status.ACTIVE,
                        DAY,
                        Optional.empty(),
                        Optional.of(NOW.at().plus(Duration.ofMinutes(minute)))))
                .toList();
        String last = "m" + (Lasting.MOST_TURNS + 50);
        List<Lasting> lasting =
                Lasting.from(modules("m1", last), standing(ending, List.of()), NOW, Optional.empty(), LIMIT);
        assertThat(lasting)
                .containsExactlyInAnyOrder(
                        new Lasting("m1", NOW.at().plus(Duration.ofMinutes(1))),
                        new Lasting(last, NOW.at().plus(Duration.ofMinutes(Lasting.MOST_TURNS))));
    }
}
