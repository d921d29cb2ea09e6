package dev.keystead.oauth.token;

import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.oauth.wire.Resources;
import java.util.List;

/// Which part of what was given a token shall be for.
///
/// @param resources the audiences; none for all
record Wanted(List<String> resources, Details details) {
    /// @throws OAuthError when it cannot be understood
    static Wanted read(Parameters parameters) {
        return new Wanted(Resources.read(parameters), Details.read(parameters));
    }
}
