package dev.keystead.oauth.authorize;

import dev.keystead.oauth.authorize.AuthorizationRequest.AnswerTo;
import dev.keystead.oauth.wire.ClientAddress;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormPostPage;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Reply;
import java.util.LinkedHashMap;
import java.util.Map;

/// Sends answers to clients by way of the browser. Each names its issuer (RFC 9207), so that a client with
/// several providers cannot be led to take one's answer for another's.
final class ClientAnswers {
    private final Pages pages;

    ClientAnswers(Pages pages) {
        this.pages = pages;
    }

    Reply given(AnswerTo to, String issuer, Map<String, String> members, Card card) {
        return send(to, issuer, members, card);
    }

    Reply error(AnswerTo to, String issuer, OAuthError error, Card card) {
        var members = new LinkedHashMap<String, String>();
        members.put("error", error.code());
        members.put("error_description", error.description());
        return send(to, issuer, members, card);
    }

    private Reply send(AnswerTo to, String issuer, Map<String, String> members, Card card) {
        var all = new LinkedHashMap<>(members);
        to.state().ifPresent(state -> all.put("state", state));
        all.put("iss", issuer);
        return switch (to.mode()) {
            // 303, so that a browser never sends on the form that a person filled in here (RFC 9700 section 4.12).
            case QUERY -> Reply.seeOther(ClientAddress.withQuery(to.redirectUri(), all));
            case FRAGMENT -> Reply.seeOther(ClientAddress.withFragment(to.redirectUri(), all));
            case FORM_POST ->
                Reply.page(pages.html(new FormPostPage(card, to.redirectUri(), all)))
                        .with("Content-Security-Policy", ClientAddress.policyFor(to.redirectUri()))
                        .with("Referrer-Policy", "no-referrer");
        };
    }
}
