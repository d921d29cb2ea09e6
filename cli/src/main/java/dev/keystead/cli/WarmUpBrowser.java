package dev.keystead.cli;

import static dev.keystead.cli.WarmUpTraffic.encoded;

import dev.keystead.cli.WarmUpLine.Answer;
import java.net.URI;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Somebody who signs in to the demonstration's application by the pages, and what the application then does for them.
record WarmUpBrowser(WarmUpTraffic traffic, WarmUpLine line) {
    /// The example of RFC 7636, appendix B.
    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    private static final String CALLBACK = "http://127.0.0.1/callback";
    private static final int MOST_PAGES = 12;

    /// How often an application uses what it got, before the person signs in anew.
    private static final int USES = 5;

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

    private static final Map<String, Function<Demo, String>> TYPED = Map.of(
            "identifier", Demo::email, "password", Demo::password, "answer", _ -> "allow", "remember", _ -> "yes");

    void signIn(int times) {
        for (int round = 0; round < times; round++) {
            line.forgetCookies();
            use(exchange(code()));
        }
    }

    private String code() {
        String request = "response_type=code&client_id=" + traffic.demo().appId() + "&redirect_uri=" + CALLBACK
                + "&scope=openid+profile+email+offline_access&state=s&nonce=n"
                + "&code_challenge_method=S256&code_challenge=" + CHALLENGE;
        Answer answer = line.get(traffic.oauth("authorize") + "?" + request);
        for (int page = 0; page < MOST_PAGES; page++) {
            String there = answer.well().location().orElse("");
            if (there.startsWith(CALLBACK)) {
                return WarmUpLine.find("[?&]code=([^&]+)", there).orElse("");
            }
            answer = there.isEmpty() ? fillIn(answer) : follow(there);
        }
        throw new IllegalStateException("the pages of a sign-in do not end");
    }

    private Answer follow(String location) {
        URI there = traffic.address().resolve(location);
        return line.get(there.getRawPath() + (there.getRawQuery() == null ? "" : "?" + there.getRawQuery()));
    }

    /// Submits the first form of a page.
    private Answer fillIn(Answer page) {
        String form = page.body().split("</form>", 2)[0];
        var fields = new StringJoiner("&");
        HIDDEN.matcher(form).results().forEach(field -> fields.add(field.group(1) + "=" + encoded(field.group(2))));
        TYPED.forEach((name, value) -> {
            if (form.contains("name=\"" + name + "\"")) {
                fields.add(name + "=" + encoded(value.apply(traffic.demo())));
            }
        });
        String action = WarmUpLine.find("<form[^>]* action=\"([^\"]*)\"", form).orElse("/");
        return line.submit(action.replace("&amp;", "&"), fields.toString());
    }

    private Answer exchange(String code) {
        return token("authorization_code&code=" + code + "&redirect_uri=" + CALLBACK + "&code_verifier=" + VERIFIER);
    }

    private void use(Answer given) {
        Answer newest = given;
        for (int use = 0; use < USES; use++) {
            line.get(traffic.below("/oidc/v1/userinfo"), WarmUpTraffic.bearer(newest.member("access_token")))
                    .well();
            newest = token("refresh_token&refresh_token=" + newest.member("refresh_token"));
        }
    }

    private Answer token(String grant) {
        return line.submit(traffic.oauth("token"), "client_id=" + traffic.demo().appId() + "&grant_type=" + grant)
                .well();
    }
}
