package dev.keystead.consent;

import dev.keystead.platform.text.Texts.Language;
import java.net.URI;
import java.util.Collection;
import java.util.List;

/// What clients may do, in words that people understand.
public final class ScopeWords {
    private ScopeWords() {}

    /// Scopes in words; those that only the client's own interfaces know stand for themselves.
    public static List<String> of(Language language, Collection<String> scopes) {
        return scopes.stream()
                .map(scope -> switch (scope) {
                    case "openid" -> language.text("oauth.scope.openid");
                    case "profile" -> language.text("oauth.scope.profile");
                    case "email" -> language.text("oauth.scope.email");
                    case "groups" -> language.text("oauth.scope.groups");
                    case "entitlements" -> language.text("oauth.scope.entitlements");
                    case "offline_access" -> language.text("oauth.scope.offline");
                    default -> scope;
                })
                .toList();
    }

    /// The same of the resources at which an application wants to use them. Signs that look like others, or turn the
    /// direction of reading, are shown encoded.
    public static List<String> ofResources(Language language, Collection<String> resources) {
        return resources.stream()
                .map(resource -> language.text(
                        "oauth.consent.resource", URI.create(resource).toASCIIString()))
                .toList();
    }
}
