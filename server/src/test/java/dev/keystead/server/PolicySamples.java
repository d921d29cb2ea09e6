package dev.keystead.server;

import static java.util.Map.entry;

import dev.keystead.policy.Branding;
import dev.keystead.policy.DomainPolicy;
import dev.keystead.policy.LockoutPolicy;
import dev.keystead.policy.LogoRoutes;
import dev.keystead.policy.MfaPolicy;
import dev.keystead.policy.PasswordPolicy;
import dev.keystead.policy.RegistrationPolicy;
import dev.keystead.policy.RetentionPolicy;
import dev.keystead.policy.SessionPolicy;
import dev.keystead.policy.SignUpPolicy;
import dev.keystead.policy.TokenPolicy;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;

/// Sound decisions of a workspace, each another than the one before it.
final class PolicySamples {
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            entry(Branding.class, changing(n -> """
                    {"display_name":"Sample %d","colour":"#00a3ff","default_language":"pt-BR","support_url":null}""".formatted(n))),
            entry(LogoRoutes.SetLogo.class, changing(n -> "{\"image\":\"%s\"}".formatted(png(n)))),
            entry(SignUpPolicy.class, changing(n -> """
                    {"mode":"open","allowed_domains":["d%d.example.org"]}""".formatted(n))),
            entry(PasswordPolicy.class, changing(n -> "{\"min_length\":%d}".formatted(9 + n % 50))),
            entry(MfaPolicy.class, changing(n -> """
                    {"required":"%s","allowed_factors":["totp"],"attestation":"%s",
                     "attestation_formats":["none","packed"],"user_verification":"%s"}""".formatted(
                            List.of("none", "admins", "all").get(n % 3),
                            List.of("none", "indirect", "direct").get(n / 3 % 3),
                            List.of("required", "preferred", "discouraged").get(n / 9 % 3)))),
            entry(SessionPolicy.class, changing(n -> """
                    {"idle_minutes":%d,"absolute_minutes":50000,"step_up_minutes":7}""".formatted(10 + n))),
            entry(LockoutPolicy.class, changing(n -> """
                    {"threshold":4,"first_seconds":%d,"max_seconds":4000}""".formatted(10 + n))),
            entry(DomainPolicy.class, changing(n -> """
                    {"route":%s,"send_away":true,"capture":%s}""".formatted(n % 2 == 0, n / 2 % 2 == 0))),
            entry(RetentionPolicy.class, changing(n -> "{\"user_days\":%d,\"audit_days\":400}".formatted(n % 300))),
            entry(TokenPolicy.class, changing(n -> "{\"max_days\":%d,\"allows_forever\":true}".formatted(10 + n))),
            entry(
                    RegistrationPolicy.class,
                    changing(n -> "{\"mode\":\"%s\",\"implicit_flow\":%s}"
                            .formatted(List.of("token", "open", "closed").get(n % 3), n % 2 == 0))));

    private PolicySamples() {}

    /// A body that differs from the one before it, so that a thing that is there already is changed.
    private static Function<TestServer, String> changing(IntFunction<String> numbered) {
        var made = new AtomicInteger();
        return _ -> numbered.apply(made.incrementAndGet());
    }

    /// What begins like a PNG and is told from others by a number.
    private static String png(int number) {
        byte[] beginning = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
        return Base64.getEncoder()
                .encodeToString(
                        ByteBuffer.allocate(12).put(beginning).putInt(number).array());
    }
}
