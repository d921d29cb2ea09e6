package dev.keystead.oauth.wire;

import dev.keystead.platform.http.Reply;
import java.util.LinkedHashMap;

/// A request that a protocol's rule refuses. It is thrown before anything is changed: a refusal that must
/// leave something behind is a value of the rules that make it.
public final class OAuthError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String code;
    private final String challenge;
    private final String nonce;
    private final int retryAfterSeconds;

    private OAuthError(
            int status, String code, String description, String challenge, String nonce, int retryAfterSeconds) {
        super(description, null, false, false);
        this.status = status;
        this.code = code;
        this.challenge = challenge;
        this.nonce = nonce;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /// RFC 6749 section 5.2 and the registries that extend it: answered with 400.
    public static OAuthError of(String code, String description) {
        return new OAuthError(400, code, description, "", "", 0);
    }

    public static OAuthError invalidRequest(String description) {
        return of("invalid_request", description);
    }

    public static OAuthError invalidGrant(String description) {
        return of("invalid_grant", description);
    }

    /// The client did not prove who it is: 401.
    ///
    /// @param challenge for WWW-Authenticate where the client used that way, or empty
    public static OAuthError invalidClient(String description, String challenge) {
        return new OAuthError(401, "invalid_client", description, challenge, "", 0);
    }

    /// Another status than 400.
    public static OAuthError withStatus(int status, String code, String description, String challenge) {
        return new OAuthError(status, code, description, challenge, "", 0);
    }

    /// Somebody asks too often: 429, as RFC 9126 section 2.3 has it.
    public static OAuthError tooMany(int retryAfterSeconds) {
        String description = "too many requests; try again in " + retryAfterSeconds + " seconds";
        return new OAuthError(429, "temporarily_unavailable", description, "", "", retryAfterSeconds);
    }

    /// The same with a nonce for the proof of the next try (RFC 9449 section 8).
    public OAuthError withNonce(String wanted) {
        return new OAuthError(status, code, description(), challenge, wanted, retryAfterSeconds);
    }

    public String code() {
        return code;
    }

    public String description() {
        return String.valueOf(getMessage());
    }

    /// The answer in OAuth's own shape.
    public Reply reply() {
        var members = new LinkedHashMap<String, Object>();
        members.put("error", code);
        members.put("error_description", description());
        Reply reply = withHeaders(Reply.json(status, members));
        return retryAfterSeconds == 0 ? reply : reply.with("Retry-After", String.valueOf(retryAfterSeconds));
    }

    /// The same refusal by a resource whose answers have a shape of their own: OAuth's part of it are the
    /// headers (RFC 9449 sections 7.1 and 9).
    public Reply withHeaders(Reply refused) {
        Reply challenging = challenge.isEmpty() ? refused : refused.with("WWW-Authenticate", challenge);
        return nonce.isEmpty() ? challenging : challenging.with("DPoP-Nonce", nonce);
    }
}
