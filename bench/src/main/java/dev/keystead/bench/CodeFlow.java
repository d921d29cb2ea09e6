package dev.keystead.bench;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One sign-in as a browser without a session does it: authorize with PKCE S256 (RFC 7636), fill in and post
/// each form that is met, follow redirects up to the client's own address, exchange the code.
///
/// The client's address is never called: the flow stops at the redirect to it.
final class CodeFlow {
    private static final int HOPS = 15;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private final OidcTarget target;
    private final Connections connections;
    private final TokenRequests tokens;
    private final String tenant;
    private final String user;
    private final CookieJar cookies = new CookieJar();
    private final String verifier = randomText();
    private final String state = randomText();
    private boolean passwordSent;

    CodeFlow(OidcTarget target, Connections connections, TokenRequests tokens, String tenant, String user) {
        this.target = target;
        this.connections = connections;
        this.tokens = tokens;
        this.tenant = tenant;
        this.user = user;
    }

    /// What a page leads to.
    private sealed interface Step {
        record Ask(HttpRequest request) implements Step {}

        record Code(String code) implements Step {}

        record Stuck(String why) implements Step {}
    }

    TokenOutcome signIn() throws IOException {
        HttpRequest request = authorizeRequest();
        for (int hop = 0; hop < HOPS; hop++) {
            HttpAnswer answer = connections.send(cookies.addTo(request.withHeader("Accept", "text/html")));
            cookies.keep(answer.setCookies());
            switch (next(request, answer)) {
                case Step.Ask ask -> request = ask.request();
                case Step.Code(String code) -> {
                    return tokens.authorizationCode(tenant, code, verifier);
                }
                case Step.Stuck(String why) -> {
                    return new TokenOutcome.Refused("code_flow: " + why);
                }
            }
        }
        return new TokenOutcome.Refused("code_flow: no code after " + HOPS + " pages and redirects.");
    }

    private HttpRequest authorizeRequest() {
        HttpUrl authorize = target.url("authorize", tenant);
        FormBody query = new FormBody()
                .with("response_type", "code")
                .with("client_id", target.client("web").id())
                .with("redirect_uri", target.redirectUri())
                .with("scope", target.scope())
                .with("state", state)
                .with("nonce", randomText())
                .with("code_challenge", challenge())
                .with("code_challenge_method", "S256");
        String separator = authorize.target().contains("?") ? "&" : "?";
        return HttpRequest.get(HttpUrl.parse(authorize + separator + query + target.authorizeExtra()));
    }

    private static String randomText() {
        byte[] bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return BASE64URL.encodeToString(bytes);
    }

    private String challenge() {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return BASE64URL.encodeToString(sha256.digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256.", impossible);
        }
    }

    private Step next(HttpRequest asked, HttpAnswer answer) {
        @Nullable String redirect = answer.redirect();
        if (redirect != null) {
            return redirect.startsWith(target.redirectUri()) ? codeIn(redirect) : follow(asked, answer, redirect);
        }
        if (answer.status() != 200) {
            return new Step.Stuck(asked.method() + " " + asked.url() + " answered " + answer);
        }
        return HtmlForm.find(answer.text(), target.loginForm().skip())
                .map(form -> fillIn(asked.url(), form))
                .orElseGet(() -> new Step.Stuck("there is no form on the page " + asked.url()));
    }

    private Step codeIn(String redirect) {
        String query = redirect.substring(target.redirectUri().length());
        Optional<String> code = findParameter(query, "code");
        if (code.isEmpty()) {
            return new Step.Stuck("the server came back without a code: " + redirect);
        }
        if (!findParameter(query, "state").equals(Optional.of(state))) {
            return new Step.Stuck("the server came back with another state: " + redirect);
        }
        return new Step.Code(code.get());
    }

    private static Optional<String> findParameter(String query, String name) {
        Matcher parameter = Pattern.compile("[?&#]" + name + "=([^&#]+)").matcher(query);
        return parameter.find()
                ? Optional.of(URLDecoder.decode(parameter.group(1), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /// 307 and 308 repeat the request; every other redirect becomes a GET, as browsers do it.
    private static Step follow(HttpRequest asked, HttpAnswer answer, String redirect) {
        HttpUrl there = asked.url().resolve(redirect);
        boolean repeat = answer.status() == 307 || answer.status() == 308;
        return new Step.Ask(repeat ? asked.redirectedTo(there) : HttpRequest.get(there));
    }

    private Step fillIn(HttpUrl page, HtmlForm form) {
        OidcTarget.LoginForm login = target.loginForm();
        Map<String, String> fields = new LinkedHashMap<>(form.fields());
        fields.computeIfPresent(login.usernameField(), (name, value) -> user);
        if (fields.containsKey(login.passwordField())) {
            if (passwordSent) {
                return new Step.Stuck("the login form came back for `" + user + "`: wrong password or field names");
            }
            passwordSent = true;
            fields.put(login.passwordField(), target.people().password());
        }
        FormBody body = new FormBody();
        fields.forEach(body::with);
        return new Step.Ask(HttpRequest.postForm(page.resolve(form.action()), body));
    }
}
