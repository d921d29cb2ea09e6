package dev.keystead.federation.saml;

import dev.keystead.federation.saml.protocol.SamlRefused;
import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import dev.keystead.login.SignInPages;
import dev.keystead.login.Visitor;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormPostPage;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What people see of SAML.
public final class SamlPages {
    private static final Logger LOG = LoggerFactory.getLogger(SamlPages.class);

    /// Browsers count the redirects after a form as part of sending it, and neither an identity provider's own nor
    /// those to the application at the end of a sign-in are known here.
    private static final String ONWARD = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'";

    private final Pages pages;
    private final SignInPages frames;

    public SamlPages(Pages pages, SignInPages frames) {
        this.pages = pages;
        this.frames = frames;
    }

    /// A form that sends itself.
    Reply form(Call call, Visitor visitor, String action, Map<String, String> fields) {
        return Reply.page(pages.html(new FormPostPage(card(call, visitor), action, fields)))
                .with("Content-Security-Policy", ONWARD);
    }

    Reply refused(Call call, Visitor visitor, SamlRefused refused) {
        LOG.atInfo()
                .addKeyValue("request_id", call.requestId())
                .addKeyValue("tenant", visitor.workspace().id().value())
                .addKeyValue("why", refused.reason().word())
                .addKeyValue("found", refused.detail())
                .log("A message of a SAML provider was refused");
        String sentence = visitor.language().text(sentence(refused.reason()));
        var page = new SamlRefusedPage(card(call, visitor), sentence, call.requestId(), again(call));
        return Reply.page(400, pages.html(page));
    }

    private static String sentence(Reason reason) {
        return switch (reason) {
            case MALFORMED -> "saml.refused.malformed";
            case TOO_LARGE -> "saml.refused.too-large";
            case UNSIGNED -> "saml.refused.unsigned";
            case SIGNATURE -> "saml.refused.signature";
            case ALGORITHM -> "saml.refused.algorithm";
            case ENCRYPTION -> "saml.refused.encryption";
            case DESTINATION -> "saml.refused.destination";
            case ISSUER -> "saml.refused.issuer";
            case STATUS -> "saml.refused.status";
            case IN_RESPONSE_TO -> "saml.refused.in-response-to";
            case UNSOLICITED -> "saml.refused.unsolicited";
            case AUDIENCE -> "saml.refused.audience";
            case SUBJECT -> "saml.refused.subject";
            case TOO_EARLY -> "saml.refused.too-early";
            case EXPIRED -> "saml.refused.expired";
            case CONTEXT -> "saml.refused.context";
            case REPLAYED -> "saml.refused.replayed";
        };
    }

    Reply signedOut(Call call, Visitor visitor, boolean everywhere) {
        return Reply.page(pages.html(new SamlSignedOutPage(card(call, visitor), everywhere, again(call))));
    }

    private Card card(Call call, Visitor visitor) {
        return frames.card(call, visitor, Optional.empty());
    }

    private static String again(Call call) {
        return call.prefix() + "/sign-in";
    }
}
