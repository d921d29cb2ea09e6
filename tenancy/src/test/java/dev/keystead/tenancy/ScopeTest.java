package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScopeTest {
    private static final UUID ID = UuidV7.next();
    private static final UUID OTHER = UuidV7.next();

    @Test
    void nothingIsBoundByItself() {
        assertThat(Scope.findCurrent()).isEmpty();
        assertThatExceptionOfType(NoScopeBound.class).isThrownBy(Scope::current);
    }

    @Test
    void aScopeIsBoundForTheLengthOfACall() {
        Scope tenant = Scope.tenant(ID);
        assertThat(tenant.<Scope, RuntimeException>call(Scope::current)).isEqualTo(tenant);
        assertThat(Scope.findCurrent()).isEmpty();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> tenant.call(() -> {
                    throw new IllegalStateException();
                }));
        assertThat(Scope.findCurrent()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anAxisThatIsNotBoundIsRefusedByName(Axis axis) {
        Axis bound = axis == Axis.ORG ? Axis.USER : Axis.ORG;
        Scope scope = Notes.scope(bound, ID);
        assertThat(scope.require(bound)).isEqualTo(ID);
        assertThat(scope.find(axis)).isEmpty();
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> scope.require(axis))
                .withMessage("no " + axis.word() + " is bound; bound: " + bound.word() + "=" + ID);
    }

    @Test
    void theLaterIdOfAnAxisHolds() {
        Scope both = Scope.tenant(ID).and(Scope.user(ID)).and(Scope.tenant(OTHER));
        assertThat(both.require(Axis.TENANT)).isEqualTo(OTHER);
        assertThat(both.require(Axis.USER)).isEqualTo(ID);
        assertThat(both)
                .isEqualTo(Scope.user(ID).and(Scope.tenant(OTHER)))
                .hasSameHashCodeAs(Scope.user(ID).and(Scope.tenant(OTHER)));
        assertThat(both).isNotEqualTo(Scope.tenant(OTHER));
    }

    @ParameterizedTest
    @EnumSource
    void reservedIdsAreNobody(Axis axis) {
        for (UUID reserved : new UUID[] {new UUID(0, 0), Scope.ORPHAN}) {
            assertThatExceptionOfType(NoScopeBound.class).isThrownBy(() -> Notes.scope(axis, reserved));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "find", "directory.find", "Directory.user.find", "a.b.c.d.e", "a.b.c1", "a.b.", "a.b.c */ x"
            })
    void aStatementsIdIsWords(String id) {
        assertThatIllegalArgumentException().isThrownBy(() -> Command.tenant(id, "delete from t where tenant_id = ?"));
    }

    @Test
    void aStatementIsOneStatementAndCarriesItsId() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.tenant("a.b.c", "delete from t; delete from u where tenant_id = ?"));
        assertThat(Command.tenant("a.b.c-d", "\n  delete from t where tenant_id = ?\n")
                        .text())
                .isEqualTo("/* a.b.c-d */ delete from t where tenant_id = ?");
    }

    @Test
    void outsideTextIsShownShortAndHarmless() {
        assertThat(Printable.of("plain é 漢")).isEqualTo("plain é 漢");
        assertThat(Printable.of("a\r\nb\tc\u001b\u009b\u2028\u2066\ud800")).isEqualTo("a??b?c?????");
        assertThat(Printable.of("x".repeat(41))).isEqualTo("x".repeat(40) + "…");
        assertThat(Printable.of("x".repeat(39) + "\ud83d\ude00")).isEqualTo("x".repeat(39) + "?…");
    }
}
