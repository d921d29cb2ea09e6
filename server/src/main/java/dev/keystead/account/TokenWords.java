package dev.keystead.account;

import dev.keystead.member.Resource;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.AccessScope.Verb;
import java.util.function.Function;

/// Scopes of tokens, in words.
final class TokenWords {
    static final String SELF = "self";

    private TokenWords() {}

    /// The key of what a resource is called.
    static String key(Resource resource) {
        return switch (resource) {
            case API_KEY -> "account.tokens.resource.api-key";
            case AUDIT -> "account.tokens.resource.audit";
            case BADGE -> "account.tokens.resource.badge";
            case CLIENT -> "account.tokens.resource.client";
            case DEVICE -> "account.tokens.resource.device";
            case CONNECTION -> "account.tokens.resource.connection";
            case EVENT -> "account.tokens.resource.event";
            case GROUP -> "account.tokens.resource.group";
            case INVITE -> "account.tokens.resource.invite";
            case LICENSE -> "account.tokens.resource.license";
            case MEMBER -> "account.tokens.resource.member";
            case MODULE -> "account.tokens.resource.module";
            case NODE -> "account.tokens.resource.node";
            case ORG -> "account.tokens.resource.org";
            case PROJECT -> "account.tokens.resource.project";
            case ROLE -> "account.tokens.resource.role";
            case SERVICE_IDENTITY -> "account.tokens.resource.service-identity";
            case SIGNING_KEY -> "account.tokens.resource.signing-key";
            case SUBTENANT -> "account.tokens.resource.subtenant";
            case SYSTEM -> "account.tokens.resource.system";
            case USER -> "account.tokens.resource.user";
            case WEBHOOK -> "account.tokens.resource.webhook";
            case WORKSPACE -> "account.tokens.resource.workspace";
        };
    }

    /// The key of what one's own account is called.
    static String selfKey() {
        return "account.tokens.resource.self";
    }

    static String key(Verb verb) {
        return switch (verb) {
            case READ -> "account.tokens.verb.read";
            case WRITE -> "account.tokens.verb.write";
            case ADMIN -> "account.tokens.verb.admin";
        };
    }

    /// A scope as people read it, such as `Users: read`.
    ///
    /// @param text finds what a key says
    static String of(AccessScope scope, Function<String, String> text) {
        boolean own = scope.modifier().filter(SELF::equals).isPresent();
        String resource = own
                ? text.apply(selfKey())
                : Resource.find(scope.resource())
                        .map(known -> text.apply(key(known)))
                        .orElse(scope.resource());
        String place = scope.modifier()
                .filter(modifier -> !modifier.equals(SELF))
                .map(modifier -> " (" + modifier + ")")
                .orElse("");
        return resource + place + ": " + text.apply(key(scope.verb()));
    }
}
