package dev.keystead.oauth.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// The names of the groups that a person is in, as the scope `groups` has them told (RFC 9068 section 2.2.3.1
/// has a claim of this name).
///
/// Tokens travel in headers, which have room for some kilobytes. Somebody who is in too many groups is told
/// about by `groups_overage` alone: a part of the names would be taken for all of them. Whoever needs them
/// reads `/v1/users/{id}/groups`.
public final class GroupClaim {
    /// The scope, and the claim that comes of it.
    public static final String NAME = "groups";

    private static final String OVERAGE = "groups_overage";
    private static final int MOST_NAMES = 200;
    private static final int MOST_BYTES_IN_A_TOKEN = 4_000;

    private GroupClaim() {}

    /// What a token says.
    public static Map<String, Object> inToken(List<String> names) {
        int bytes = names.stream()
                .mapToInt(name -> name.getBytes(StandardCharsets.UTF_8).length)
                .sum();
        return bytes > MOST_BYTES_IN_A_TOKEN ? Map.of(OVERAGE, true) : inAnswer(names);
    }

    /// What an answer says, which may be long.
    static Map<String, Object> inAnswer(List<String> names) {
        return names.size() > MOST_NAMES ? Map.of(OVERAGE, true) : Map.of(NAME, List.copyOf(names));
    }
}
