package dev.keystead.policy;

import dev.keystead.platform.json.Json;
import dev.keystead.policy.MfaPolicy.Factor;
import dev.keystead.policy.MfaPolicy.Required;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The one place that says which of two values of a policy is the stricter one, member by member. Where an
/// organisation enforces a policy, its workspaces may be stricter and never weaker.
///
/// What an organisation has left open, by null, a workspace decides; what a workspace has left open follows the
/// organisation.
final class Strictness {
    private Strictness() {}

    /// As long in letters as the longer one.
    static PasswordPolicy of(PasswordPolicy floor, PasswordPolicy wish) {
        return new PasswordPolicy(Math.max(floor.minLength(), wish.minLength()));
    }

    /// Nothing about looks is strict: what the organisation has set stands.
    static Branding of(Branding floor, Branding wish) {
        return new Branding(
                either(floor.displayName(), wish.displayName()),
                either(floor.colour(), wish.colour()),
                either(floor.defaultLanguage(), wish.defaultLanguage()),
                either(floor.supportUrl(), wish.supportUrl()));
    }

    /// Closed before by invitation before open; fewer domains before more.
    static SignUpPolicy of(SignUpPolicy floor, SignUpPolicy wish) {
        List<String> domains = floor.allowedDomains().isEmpty()
                ? wish.allowedDomains()
                : common(floor.allowedDomains(), wish.allowedDomains());
        return new SignUpPolicy(first(floor.mode(), wish.mode()), domains.isEmpty() ? floor.allowedDomains() : domains);
    }

    /// A second factor of more people, fewer factors, more told about the maker of a passkey in fewer ways, and
    /// passkeys that check who holds them. Nobody is asked for a factor that they cannot set up.
    static MfaPolicy of(MfaPolicy floor, MfaPolicy wish) {
        List<Factor> factors = common(floor.allowedFactors(), wish.allowedFactors());
        Required required = last(floor.required(), wish.required());
        if (!isUsable(factors) && (required != Required.NONE || !factors.isEmpty())) {
            factors = floor.allowedFactors();
            required = isUsable(factors) ? required : floor.required();
        }
        var formats = common(floor.attestationFormats(), wish.attestationFormats());
        return new MfaPolicy(
                required,
                factors,
                last(floor.attestation(), wish.attestation()),
                formats.isEmpty() ? floor.attestationFormats() : formats,
                first(floor.userVerification(), wish.userVerification()));
    }

    private static boolean isUsable(List<Factor> factors) {
        return factors.contains(Factor.TOTP) || factors.contains(Factor.PASSKEY);
    }

    /// Shorter.
    static SessionPolicy of(SessionPolicy floor, SessionPolicy wish) {
        return new SessionPolicy(
                Math.min(floor.idleMinutes(), wish.idleMinutes()),
                Math.min(floor.absoluteMinutes(), wish.absoluteMinutes()),
                Math.min(floor.stepUpMinutes(), wish.stepUpMinutes()));
    }

    /// Earlier and longer.
    static LockoutPolicy of(LockoutPolicy floor, LockoutPolicy wish) {
        return new LockoutPolicy(
                Math.min(floor.threshold(), wish.threshold()),
                Math.max(floor.firstSeconds(), wish.firstSeconds()),
                Math.max(floor.maxSeconds(), wish.maxSeconds()));
    }

    /// By administrators before by token before by anybody.
    static RegistrationPolicy of(RegistrationPolicy floor, RegistrationPolicy wish) {
        return new RegistrationPolicy(
                first(floor.mode(), wish.mode()), floor.allowsImplicitFlow() && wish.allowsImplicitFlow());
    }

    /// Shorter, and with an end.
    static TokenPolicy of(TokenPolicy floor, TokenPolicy wish) {
        return new TokenPolicy(
                Math.min(floor.maxDays(), wish.maxDays()), floor.allowsForever() && wish.allowsForever());
    }

    /// Deleted people are erased earlier; the trail is kept longer.
    static RetentionPolicy of(RetentionPolicy floor, RetentionPolicy wish) {
        return new RetentionPolicy(
                both(floor.userDays(), wish.userDays(), Math::min),
                both(floor.auditDays(), wish.auditDays(), Math::max));
    }

    /// More people are led to where their address belongs.
    static DomainPolicy of(DomainPolicy floor, DomainPolicy wish) {
        return new DomainPolicy(
                floor.route() || wish.route(), floor.sendAway() || wish.sendAway(), floor.capture() || wish.capture());
    }

    /// What is weaker in a wish than what is enforced, by member. What was left open is not.
    static <P extends Record> Map<String, String> weaker(Kind<P> kind, P floor, P wish) {
        JsonNode held = Json.treeOf(kind.stricter().apply(floor, wish));
        Map<String, String> wrong = new LinkedHashMap<>();
        Json.treeOf(wish).properties().forEach(member -> {
            JsonNode least = held.path(member.getKey());
            if (!member.getValue().isNull() && !member.getValue().equals(least)) {
                wrong.put(member.getKey(), "is weaker than what the organisation enforces, which allows " + least);
            }
        });
        return wrong;
    }

    private static <T> @Nullable T either(@Nullable T floor, @Nullable T wish) {
        return floor == null ? wish : floor;
    }

    private static @Nullable Integer both(
            @Nullable Integer floor, @Nullable Integer wish, BinaryOperator<Integer> stricter) {
        return floor == null || wish == null ? either(floor, wish) : stricter.apply(floor, wish);
    }

    private static <E extends Enum<E>> E first(E one, E other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static <E extends Enum<E>> E last(E one, E other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static <T> List<T> common(List<T> some, List<T> others) {
        return some.stream().filter(others::contains).toList();
    }
}
