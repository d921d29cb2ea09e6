package dev.keystead.oauth.token;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.rar.AuthorizationDetail;
import dev.keystead.grant.Grant;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.SentJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Of the authorization details that a person allowed, those that a client wants in this token (RFC 9396
/// section 6).
///
/// What a part of a detail would mean is known to its type alone, and types are the applications' own. So a detail
/// is wanted whole or not at all.
///
/// @param wanted none for all
record Details(List<JsonNode> wanted) {
    Details {
        wanted = List.copyOf(wanted);
    }

    /// @throws OAuthError `invalid_authorization_details` when they are no details at all
    static Details read(Parameters parameters) {
        Optional<String> sent = parameters.find("authorization_details");
        if (sent.isEmpty()) {
            return new Details(List.of());
        }
        try {
            List<AuthorizationDetail> details = AuthorizationDetail.parseList(sent.get());
            if (!details.isEmpty() && SentJson.read(sent.get()).isPresent()) {
                return new Details(elements(AuthorizationDetail.toJSONString(details)));
            }
        } catch (ParseException | IllegalArgumentException _) {
            // The same answer as for none.
        }
        throw refusal("authorization_details must be a JSON array of objects that have a type");
    }

    private static List<JsonNode> elements(String json) {
        var elements = new ArrayList<JsonNode>();
        Json.tree(json).forEach(elements::add);
        return elements;
    }

    static OAuthError refusal(String description) {
        return OAuthError.of("invalid_authorization_details", description);
    }

    /// Whether no more is asked for than was given.
    boolean areAmong(Optional<String> given) {
        return given.map(Details::elements).orElse(List.of()).containsAll(wanted);
    }

    /// The grant as this token shall show it.
    Grant on(Grant grant) {
        return wanted.isEmpty() ? grant : grant.showing(Json.text(wanted));
    }
}
