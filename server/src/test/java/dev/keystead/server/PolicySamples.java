package dev.keystead.server;

import static java.util.Map.entry;

import dev.keystead.policy.Branding;
import dev.keystead.policy.DomainPolicy;
import dev.keystead.policy.LockoutPolicy;
import dev.keystead.policy.LogoRoutes;
import dev.keystead.policy.MfaPolicy;
import dev.keystead.policy.OrgDecision.OrgBranding;
import dev.keystead.policy.OrgDecision.OrgDomainPolicy;
import dev.keystead.policy.OrgDecision.OrgLockoutPolicy;
import dev.keystead.policy.OrgDecision.OrgMfaPolicy;
import dev.keystead.policy.OrgDecision.OrgPasswordPolicy;
import dev.keystead.policy.OrgDecision.OrgRegistrationPolicy;
import dev.keystead.policy.OrgDecision.OrgRetentionPolicy;
import dev.keystead.policy.OrgDecision.OrgSessionPolicy;
import dev.keystead.policy.OrgDecision.OrgSignUpPolicy;
import dev.keystead.policy.OrgDecision.OrgTokenPolicy;
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
import java.util.Optional;
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
                            .formatted(List.of("token", "open").get(n % 2), n / 2 % 2 == 0))));

    /// The same decisions, made by an organisation for workspaces that decide otherwise if they like.
    static final Map<Class<?>, Function<TestServer, String>> OF_ORGANISATIONS = Map.ofEntries(
            forOrg(OrgBranding.class, Branding.class),
            forOrg(OrgSignUpPolicy.class, SignUpPolicy.class),
            forOrg(OrgPasswordPolicy.class, PasswordPolicy.class),
            forOrg(OrgMfaPolicy.class, MfaPolicy.class),
            forOrg(OrgSessionPolicy.class, SessionPolicy.class),
            forOrg(OrgLockoutPolicy.class, LockoutPolicy.class),
            forOrg(OrgRegistrationPolicy.class, RegistrationPolicy.class),
            forOrg(OrgTokenPolicy.class, TokenPolicy.class),
            forOrg(OrgRetentionPolicy.class, RetentionPolicy.class),
            forOrg(OrgDomainPolicy.class, DomainPolicy.class));

    private static Map.Entry<Class<?>, Function<TestServer, String>> forOrg(Class<?> type, Class<?> rules) {
        return entry(
                type,
                server -> "{\"rules\":%s,\"enforced\":false}"
                        .formatted(Optional.ofNullable(BODIES.get(rules))
                                .orElseThrow()
                                .apply(server)));
    }

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
