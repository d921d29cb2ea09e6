package dev.keystead.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScopedKeyTest {
    private static final UUID ID = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
    private static final UUID OTHER = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8058");

    @Test
    void aCacheKeyCarriesItsScope() {
        assertThat(ScopedKey.cache("rate_limit", Axis.USER, Scope.user(ID), "5h_window"))
                .isEqualTo("rate_limit:user:01890a5d-ac96-774b-bcce-b302099a8057:5h_window");
        assertThat(ScopedKey.cache("presence", Axis.TENANT, Scope.tenant(ID).and(Scope.user(OTHER)), "a", "b"))
                .isEqualTo("presence:tenant:01890a5d-ac96-774b-bcce-b302099a8057:a:b");
    }

    @Test
    void anObjectLiesBelowItsUser() {
        assertThat(ScopedKey.object("avatars", Scope.user(ID), "photo", "large.png"))
                .isEqualTo("avatars/01890a5d-ac96-774b-bcce-b302099a8057/personal/photo/large.png");
        assertThat(ScopedKey.object("avatars", Scope.user(ID).and(Scope.tenant(OTHER)), "photo", "large.png"))
                .isEqualTo("avatars/01890a5d-ac96-774b-bcce-b302099a8057/" + OTHER + "/photo/large.png");
    }

    @Test
    void whatIsAWorkspacesOwnLiesBelowTheWorkspace() {
        Scope scope = Scope.tenant(OTHER);
        assertThat(ScopedKey.sharedObject("files", scope, "archive", "2026-01.ndjson"))
                .isEqualTo("files/shared/" + OTHER + "/archive/2026-01.ndjson")
                .startsWith(ScopedKey.sharedObjects("files", scope, "archive"));
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> ScopedKey.sharedObject("files", Scope.user(ID), "archive", "x"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScopedKey.sharedObject("files", scope, "archive", "../x"));
    }

    @Test
    void withoutItsScopeThereIsNoKey() {
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> ScopedKey.cache("session", Axis.USER, Scope.tenant(ID), "x"));
        assertThatExceptionOfType(NoScopeBound.class)
                .isThrownBy(() -> ScopedKey.object("avatars", Scope.tenant(ID), "photo", "large.png"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a:b", "a/b", "..", ".", ".hidden", "../x", "a\\b", "a b", "a\nb", "a\u0000", "%2f", "é", "*"
            })
    void aPartBringsNoSeparatorOfItsOwn(String part) {
        Scope scope = Scope.user(ID);
        assertThatIllegalArgumentException().isThrownBy(() -> ScopedKey.cache("session", Axis.USER, scope, part));
        assertThatIllegalArgumentException().isThrownBy(() -> ScopedKey.object("avatars", scope, part, "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> ScopedKey.object("avatars", scope, "x", part));
        assertThatIllegalArgumentException().isThrownBy(() -> ScopedKey.object(part, scope, "x", "x"));
    }

    @Test
    void partsAreBoundedAndAtLeastOne() {
        Scope scope = Scope.user(ID);
        assertThat(ScopedKey.cache("n", Axis.USER, scope, "p".repeat(128))).endsWith("p");
        assertThatIllegalArgumentException().isThrownBy(() -> ScopedKey.cache("n", Axis.USER, scope, "p".repeat(129)));
        assertThatIllegalArgumentException().isThrownBy(() -> ScopedKey.cache("n", Axis.USER, scope));
        assertThatIllegalArgumentException().isThrownBy(() -> ScopedKey.cache("N:s", Axis.USER, scope, "x"));
    }
}
