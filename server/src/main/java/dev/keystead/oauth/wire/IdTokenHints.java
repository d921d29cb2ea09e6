package dev.keystead.oauth.wire;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.client.Client;
import dev.keystead.key.KeyRing;
import dev.keystead.workspace.WorkspaceId;
import java.text.ParseException;
import java.util.Objects;
import java.util.Optional;

/// Reads ID tokens that come back to us as hints. They may have expired (OpenID Connect Core section 3.1.2.1,
/// RP-Initiated Logout section 2), but we must have signed them.
public final class IdTokenHints {
    private final KeyRing keys;

    public IdTokenHints(KeyRing keys) {
        this.keys = keys;
    }

    /// What an ID token of this workspace says, whichever client it was for.
    public Optional<JWTClaimsSet> read(WorkspaceId tenant, String text) {
        try {
            SignedJWT token = SignedJWT.parse(text);
            boolean idToken = token.getHeader().getType() == null
                    || token.getHeader().getType().getType().equals("JWT");
            // RFC 8725 section 3.12: signed data of userinfo looks alike, but never ends.
            return idToken
                    ? keys.verify(tenant, token).filter(claims -> claims.getExpirationTime() != null)
                    : Optional.empty();
        } catch (ParseException _) {
            return Optional.empty();
        }
    }

    /// The person whom an ID token for this client names.
    ///
    /// @throws OAuthError when it is none of ours, or another client's
    public String subject(Client client, String text) {
        return read(client.workspace(), text)
                .filter(claims -> claims.getAudience().contains(client.clientId()))
                .map(claims -> Objects.requireNonNullElse(claims.getSubject(), ""))
                .filter(subject -> !subject.isEmpty())
                .orElseThrow(() -> OAuthError.invalidRequest("id_token_hint is not an ID token for this application"));
    }
}
