package dev.keystead.policy;

import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.JsonBody;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// One matter about which a workspace may decide.
///
/// @param word how the table names it
/// @param usual what holds without a decision
record Kind<P extends Record>(String word, Class<P> type, P usual) {
    static final Kind<Branding> BRANDING = new Kind<>("branding", Branding.class, Branding.USUAL);
    static final Kind<SignUpPolicy> SIGN_UP = new Kind<>("sign_up", SignUpPolicy.class, SignUpPolicy.USUAL);
    static final Kind<PasswordPolicy> PASSWORD = new Kind<>("password", PasswordPolicy.class, PasswordPolicy.USUAL);
    static final Kind<MfaPolicy> MFA = new Kind<>("mfa", MfaPolicy.class, MfaPolicy.USUAL);
    static final Kind<SessionPolicy> SESSION = new Kind<>("session", SessionPolicy.class, SessionPolicy.USUAL);
    static final Kind<LockoutPolicy> LOCKOUT = new Kind<>("lockout", LockoutPolicy.class, LockoutPolicy.USUAL);

    /// The decision in a stored document. A release may have more members or fewer than the one that stored it: what
    /// is missing is usual, what is not known does not count.
    P read(String stored) {
        JsonNode decided = Json.tree(stored);
        Map<String, JsonNode> whole = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : Json.tree(Json.text(usual)).properties()) {
            whole.put(member.getKey(), decided.has(member.getKey()) ? decided.get(member.getKey()) : member.getValue());
        }
        try {
            return JsonBody.read(type, Json.bytes(whole));
        } catch (BadInput wrong) {
            throw new IllegalStateException("the stored " + word + " policy is not valid: " + wrong.sentence(), wrong);
        }
    }

    /// The decision among stored documents by word, or what is usual.
    P in(Map<String, String> documents) {
        String stored = documents.get(word);
        return stored == null ? usual : read(stored);
    }
}
