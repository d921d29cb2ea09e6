package dev.keystead.oauth.wire;

import dev.keystead.client.Client;
import dev.keystead.consent.ScopeWords;
import dev.keystead.platform.http.WorkspaceAddresses;
import dev.keystead.platform.text.Texts.Language;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The interface of a workspace itself as a resource that tokens can be for (RFC 8707): the address of its
/// issuer with `/v1`.
///
/// It has to be asked for by that name. A scope such as `read:user` may mean something else at another
/// resource, so that a token without this audience opens nothing here.
public final class OwnInterface {
    private static final String PATH = "/v1";

    private final WorkspaceAddresses addresses;

    public OwnInterface(WorkspaceAddresses addresses) {
        this.addresses = addresses;
    }

    /// The name of the interface at an issuer.
    public static String of(String issuer) {
        return issuer + PATH;
    }

    /// Whether one of these resources is the interface of a workspace here, by whichever of its addresses.
    public boolean isAmong(Collection<String> resources) {
        return resources.stream().anyMatch(this::isOurs);
    }

    private boolean isOurs(String resource) {
        return resource.endsWith(PATH)
                && addresses
                        .inIssuer(resource.substring(0, resource.length() - PATH.length()))
                        .isPresent();
    }

    /// What is asked for, in words that people understand, and at which resources. An issuer of ours is none to them:
    /// it stands for what the scopes say.
    public List<String> inWords(Language language, List<String> scopes, List<String> resources) {
        var words = new ArrayList<>(ScopeWords.of(language, scopes));
        words.addAll(ScopeWords.ofResources(
                language,
                resources.stream()
                        .filter(resource -> !isOurs(resource)
                                && addresses.inIssuer(resource).isEmpty())
                        .toList()));
        if (isAmong(resources)) {
            words.add(language.text("oauth.consent.interface"));
        }
        return List.copyOf(words);
    }

    /// Refuses the interface to applications that nobody here has looked at.
    ///
    /// @throws OAuthError `invalid_target`
    public void requireFor(Client client, Collection<String> resources) {
        if (client.origin() == Client.Origin.REGISTRATION && isAmong(resources)) {
            throw OAuthError.of(
                    "invalid_target",
                    "an application that registered itself may not use this resource; ask an administrator for one");
        }
    }
}
