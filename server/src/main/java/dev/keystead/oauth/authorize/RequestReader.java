package dev.keystead.oauth.authorize;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.rar.AuthorizationDetail;
import com.nimbusds.openid.connect.sdk.OIDCClaimsRequest;
import com.nimbusds.openid.connect.sdk.claims.ClaimRequirement;
import com.nimbusds.openid.connect.sdk.claims.ClaimsSetRequest;
import dev.keystead.client.Client;
import dev.keystead.client.ImplicitFlow;
import dev.keystead.client.ResponseType;
import dev.keystead.oauth.authorize.AuthorizationRequest.AnswerTo;
import dev.keystead.oauth.authorize.AuthorizationRequest.Prompt;
import dev.keystead.oauth.wire.IdTokenHints;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.oauth.wire.Resources;
import dev.keystead.oauth.wire.Scopes;
import dev.keystead.oauth.wire.UserClaims;
import dev.keystead.platform.json.SentJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Reads a request for authorization by the rules, in the order of the specifications: RFC 6749 section
/// 4.1.1, RFC 7636, OpenID Connect Core sections 3.1.2 and 3.2.2, RFC 8707, RFC 9396, RFC 9449. Parameters that nobody
/// defined are passed over, and not kept.
final class RequestReader {
    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
    /// What is kept of a request while a person answers it.
    private static final Set<String> KNOWN = Set.of(
            "client_id",
            "response_type",
            "response_mode",
            "redirect_uri",
            "scope",
            "state",
            "nonce",
            "code_challenge",
            "code_challenge_method",
            "prompt",
            "max_age",
            "acr_values",
            "login_hint",
            "ui_locales",
            "id_token_hint",
            "claims",
            "resource",
            "authorization_details",
            "dpop_jkt",
            WaitingRequests.BY_REFERENCE);

    private static final int LONGEST_STATE = 4_000;
    private static final int LONGEST_NONCE = 1_000;

    private final IdTokenHints hints;
    private final OwnInterface ownInterface;
    private final ImplicitFlow implicitFlow;
    private final ImplicitRequests implicitRequests;

    RequestReader(IdTokenHints hints, OwnInterface ownInterface, ImplicitFlow implicitFlow) {
        this.hints = hints;
        this.ownInterface = ownInterface;
        this.implicitFlow = implicitFlow;
        this.implicitRequests = new ImplicitRequests(ownInterface);
    }

    Reading read(Client client, Parameters parameters) {
        AnswerTo answer;
        try {
            answer = answerTo(client, parameters);
        } catch (OAuthError wrong) {
            return new Reading.Unanswerable(wrong);
        }
        try {
            return new Reading.Good(read(client, parameters, answer));
        } catch (OAuthError wrong) {
            return new Reading.Refused(answer, wrong);
        }
    }

    /// A request that cannot be read, refused to the client if it can be told.
    Reading refused(Client client, Parameters parameters, OAuthError wrong) {
        try {
            return new Reading.Refused(answerTo(client, parameters), wrong);
        } catch (OAuthError _) {
            return new Reading.Unanswerable(wrong);
        }
    }

    private static AnswerTo answerTo(Client client, Parameters parameters) {
        Optional<String> state = parameters.find("state");
        // It would not fit into the header of an answer, not even of one that says so.
        if (state.map(RequestReader::lengthInAddress).orElse(0) > LONGEST_STATE) {
            throw OAuthError.invalidRequest("state is too long");
        }
        return new AnswerTo(
                redirectUri(client, parameters, parameters.find("redirect_uri")),
                ResponseModes.wished(parameters).orElseGet(() -> ResponseModes.usual(parameters)),
                state);
    }

    private static int lengthInAddress(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).length();
    }

    /// RFC 6749 section 3.1.2.3, compared as RFC 9700 section 2.1 wants it.
    private static String redirectUri(Client client, Parameters parameters, Optional<String> given) {
        List<String> registered = client.settings().redirectUris();
        if (given.isEmpty()) {
            // OpenID Connect Core section 3.1.2.1, FAPI 2.0 section 5.3.2.2.
            boolean needed = registered.size() != 1 || parameters.words("scope").contains("openid") || client.isFapi2();
            if (needed) {
                throw OAuthError.invalidRequest("redirect_uri is required");
            }
            return registered.getFirst();
        }
        if (given.get().length() > 2_000 || !client.mayRedirectTo(uri(given.get()))) {
            throw OAuthError.invalidRequest("redirect_uri is not registered for this application");
        }
        return given.get();
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException _) {
            throw OAuthError.invalidRequest("redirect_uri is not registered for this application");
        }
    }

    private AuthorizationRequest read(Client client, Parameters parameters, AnswerTo answer) {
        if (ResponseModes.wished(parameters).isEmpty()) {
            throw OAuthError.invalidRequest(
                    "response_mode must be query or form_post, or fragment or form_post where tokens are asked for");
        }
        ResponseType type = responseType(client, parameters);
        List<String> scopes = Scopes.allowed(client, parameters);
        // Without a code there is nothing that a challenge could protect.
        Optional<String> challenge = type.isImplicit() ? Optional.empty() : challenge(client, parameters, scopes);
        List<String> resources = resources(client, parameters);
        if (type.isImplicit()) {
            implicitRequests.check(parameters, scopes, resources);
            scopes = ImplicitRequests.withoutOffline(scopes);
        }
        Optional<String> nonce = parameters.find("nonce");
        if (nonce.map(String::length).orElse(0) > LONGEST_NONCE) {
            throw OAuthError.invalidRequest("nonce is too long");
        }
        Optional<OIDCClaimsRequest> claims = parameters
                .find("claims")
                .map(RequestReader::claims)
                .map(asked ->
                        UserClaims.allowed(asked, client.settings().grants().scopes()));
        List<String> acrValues = parameters.words("acr_values");
        return new AuthorizationRequest(
                client,
                type,
                parameters.only(KNOWN),
                answer,
                parameters.find("redirect_uri").isPresent(),
                scopes,
                nonce,
                challenge,
                prompts(parameters),
                maxAge(client, parameters),
                acrValues.isEmpty() ? client.settings().requests().defaultAcrValues() : acrValues,
                claims.map(RequestReader::essentialAcr).orElse(List.of()),
                parameters.find("login_hint"),
                parameters.find("ui_locales"),
                subjects(client, parameters, claims),
                resources,
                parameters.find("authorization_details").map(details -> details(client, details)),
                claims.map(OIDCClaimsRequest::toJSONString),
                boundTo(parameters));
    }

    private List<String> resources(Client client, Parameters parameters) {
        List<String> resources = Resources.read(parameters);
        ownInterface.requireFor(client, resources);
        return resources;
    }

    private ResponseType responseType(Client client, Parameters parameters) {
        ResponseType type = ResponseType.find(parameters.require("response_type"))
                .filter(found -> !found.isImplicit() || implicitFlow.isAllowedIn(client.workspace()))
                .orElseThrow(
                        () -> OAuthError.of("unsupported_response_type", "response_type is none that is offered here"));
        if (!client.mayUse(type)) {
            throw OAuthError.of("unauthorized_client", "this application is not registered for this response_type");
        }
        return type;
    }

    /// RFC 7636 section 4.3. Plain challenges protect nothing (RFC 9700 section 2.1.1), and clients that
    /// cannot keep a secret, or that promised FAPI 2.0 (section 5.3.2.2 item 5), cannot do without. Nor can anybody
    /// who does not speak OpenID Connect (OAuth 2.1 section 7.5.1): no nonce would tell a code that was slipped in.
    ///
    /// @param scopes what the client may have of what it asks for: without an ID token there is no nonce either
    private static Optional<String> challenge(Client client, Parameters parameters, List<String> scopes) {
        Optional<String> challenge = parameters.find("code_challenge");
        Optional<String> method = parameters.find("code_challenge_method");
        if (challenge.isEmpty()) {
            if (method.isPresent()) {
                throw OAuthError.invalidRequest("code_challenge is required with code_challenge_method");
            }
            boolean plainOAuth = !scopes.contains("openid");
            if (client.isPublic() || client.isFapi2() || plainOAuth) {
                throw OAuthError.invalidRequest("code_challenge is required (PKCE)");
            }
            return Optional.empty();
        }
        if (!method.equals(Optional.of("S256"))) {
            throw OAuthError.invalidRequest("code_challenge_method must be S256");
        }
        if (!CHALLENGE.matcher(challenge.get()).matches()) {
            throw OAuthError.invalidRequest("code_challenge must be a SHA-256 digest in base64url");
        }
        return challenge;
    }

    private static Set<Prompt> prompts(Parameters parameters) {
        Set<Prompt> prompts = EnumSet.noneOf(Prompt.class);
        for (String word : parameters.words("prompt")) {
            switch (word) {
                case "none", "login", "consent", "select_account", "create" ->
                    prompts.add(Prompt.valueOf(word.toUpperCase(Locale.ROOT)));
                default ->
                    throw OAuthError.invalidRequest("prompt knows none, login, consent, select_account and create");
            }
        }
        if (prompts.contains(Prompt.NONE) && prompts.size() > 1) {
            throw OAuthError.invalidRequest("prompt none stands alone");
        }
        return prompts;
    }

    private static Optional<Duration> maxAge(Client client, Parameters parameters) {
        Optional<String> given = parameters.find("max_age");
        if (given.isPresent() && !SECONDS.matcher(given.get()).matches()) {
            throw OAuthError.invalidRequest("max_age must be a number of seconds");
        }
        return given.map(Integer::valueOf)
                .or(() -> Optional.ofNullable(client.settings().requests().defaultMaxAge()))
                .map(Duration::ofSeconds);
    }

    private static OIDCClaimsRequest claims(String json) {
        try {
            if (SentJson.read(json).isPresent()) {
                return OIDCClaimsRequest.parse(json);
            }
        } catch (ParseException | IllegalArgumentException _) {
            // Told below.
        }
        throw OAuthError.invalidRequest("claims must be a JSON object as OpenID Connect Core section 5.5 has it");
    }

    /// OpenID Connect Core section 3.1.2.2: who must answer, by an ID token or by the value of the claim `sub`.
    private Set<String> subjects(Client client, Parameters parameters, Optional<OIDCClaimsRequest> claims) {
        Set<String> claimed = claims.flatMap(asked -> forIdToken(asked, "sub"))
                .map(RequestReader::values)
                .<Set<String>>map(LinkedHashSet::new)
                .orElse(Set.of());
        Optional<String> hinted = parameters.find("id_token_hint").map(hint -> hints.subject(client, hint));
        if (hinted.isEmpty()) {
            return claimed;
        }
        if (!claimed.isEmpty() && !claimed.contains(hinted.get())) {
            throw OAuthError.invalidRequest("id_token_hint and the claim sub name different people");
        }
        return Set.of(hinted.get());
    }

    /// OpenID Connect Core section 5.5.1.1: a class about which the request insists.
    private static List<String> essentialAcr(OIDCClaimsRequest claims) {
        return forIdToken(claims, "acr")
                .filter(entry -> entry.getClaimRequirement() == ClaimRequirement.ESSENTIAL)
                .map(RequestReader::values)
                .orElse(List.of());
    }

    private static Optional<ClaimsSetRequest.Entry> forIdToken(OIDCClaimsRequest claims, String name) {
        return Optional.ofNullable(claims.getIDTokenClaimsRequest())
                .flatMap(asked -> asked.getEntries().stream()
                        .filter(entry -> entry.getClaimName().equals(name))
                        .findFirst());
    }

    private static List<String> values(ClaimsSetRequest.Entry entry) {
        return Optional.ofNullable(entry.getValuesAsListOfStrings())
                .orElseGet(() -> Optional.ofNullable(entry.getValueAsString())
                        .map(List::of)
                        .orElse(List.of()));
    }

    /// RFC 9396 section 5: only types that the client was registered for.
    static String details(Client client, String json) {
        try {
            List<AuthorizationDetail> details = AuthorizationDetail.parseList(json);
            List<String> known = client.settings().grants().authorizationDetailsTypes();
            boolean good = SentJson.read(json).filter(RequestReader::areObjects).isPresent()
                    && details.stream()
                            .allMatch(detail -> known.contains(detail.getType().getValue()));
            if (good) {
                return AuthorizationDetail.toJSONString(details);
            }
        } catch (ParseException | IllegalArgumentException _) {
            // The same answer as for a type that is not known.
        }
        throw OAuthError.of(
                "invalid_authorization_details",
                "authorization_details must be a JSON array of types that this application is registered for");
    }

    private static boolean areObjects(JsonNode sent) {
        return sent.isArray() && !sent.isEmpty() && sent.valueStream().allMatch(JsonNode::isObject);
    }

    private static Optional<String> boundTo(Parameters parameters) {
        Optional<String> thumbprint = parameters.find("dpop_jkt");
        if (thumbprint.isPresent() && !CHALLENGE.matcher(thumbprint.get()).matches()) {
            throw OAuthError.invalidRequest("dpop_jkt must be the SHA-256 thumbprint of a key in base64url");
        }
        return thumbprint;
    }
}
