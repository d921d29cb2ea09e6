package dev.keystead.account;

import dev.keystead.credential.AuthenticatorApp;
import dev.keystead.credential.Passkey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a person gets in with, without any secret.
///
/// @param recoveryCodes how many are left
record Factors(boolean password, List<Passkey> passkeys, Optional<AuthenticatorApp> app, int recoveryCodes) {
    /// A passkey or an app as clients see it.
    public record FactorView(
            String id,
            String type,
            String name,
            Instant createdAt,
            @Nullable Instant lastUsedAt) {
        static FactorView of(Passkey passkey) {
            return new FactorView(
                    passkey.id().text(),
                    "passkey",
                    passkey.name(),
                    passkey.createdAt(),
                    passkey.lastUsedAt().orElse(null));
        }

        static FactorView of(AuthenticatorApp app) {
            return new FactorView(
                    app.id().text(),
                    "totp",
                    app.name(),
                    app.createdAt(),
                    app.lastUsedAt().orElse(null));
        }
    }

    /// All of it as clients see it.
    public record MfaView(boolean password, List<FactorView> factors, int recoveryCodesLeft) {}

    MfaView view() {
        List<FactorView> views = Stream.concat(
                        app.stream().map(FactorView::of), passkeys.stream().map(FactorView::of))
                .toList();
        return new MfaView(password, views, recoveryCodes);
    }
}
