package dev.keystead.oauth.wire;

import java.util.List;
import java.util.Map;

/// The codes of the modules that the workspace may use on the day the token is made, as the scope `entitlements` has
/// them told.
///
/// Tokens travel in headers. A workspace that may use too much is told about by `ent_truncated` alone: a part of the
/// codes would be taken for all of them. Whoever needs them reads `/v1/nodes/{id}/entitlements`.
public final class EntitlementClaim {
    /// The scope. An application has it when its settings name it and it asks for it.
    public static final String SCOPE = "entitlements";

    /// The claim that comes of it.
    public static final String NAME = "ent";

    private static final String TRUNCATED = "ent_truncated";
    private static final int MOST_CHARACTERS = 2_000;

    private EntitlementClaim() {}

    /// What a token says.
    ///
    /// @param codes plain ASCII words
    public static Map<String, Object> inToken(List<String> codes) {
        int characters = codes.stream().mapToInt(code -> code.length() + 1).sum();
        return characters > MOST_CHARACTERS ? Map.of(TRUNCATED, true) : Map.of(NAME, List.copyOf(codes));
    }
}
