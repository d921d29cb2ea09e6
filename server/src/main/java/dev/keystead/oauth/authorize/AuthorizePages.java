package dev.keystead.oauth.authorize;

import dev.keystead.client.Client;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.login.Door;
import dev.keystead.login.SignInPages;
import dev.keystead.login.Visitor;
import dev.keystead.oauth.authorize.AuthorizationRequest.AnswerTo;
import dev.keystead.oauth.wire.ClientAddress;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.json.Json;
import dev.keystead.session.Session;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What people see of a request for authorization.
final class AuthorizePages {
    private static final Logger LOG = LoggerFactory.getLogger(AuthorizePages.class);

    private final Pages pages;
    private final SignInPages frames;
    private final ClientAnswers answers;
    private final Door door;
    private final Directory directory;
    private final OwnInterface ownInterface;

    AuthorizePages(Pages pages, SignInPages frames, Door door, Directory directory, OwnInterface ownInterface) {
        this.pages = pages;
        this.frames = frames;
        this.answers = new ClientAnswers(pages);
        this.door = door;
        this.directory = directory;
        this.ownInterface = ownInterface;
    }

    Reply refused(Call call, Visitor visitor, String sentence) {
        LOG.atInfo()
                .addKeyValue("request_id", call.requestId())
                .addKeyValue("why", sentence)
                .log("A request for authorization was refused");
        return Reply.page(400, pages.html(new RefusedPage(card(call, visitor), sentence)));
    }

    /// A request that waited for too long, or was answered before.
    Reply over(Call call, Visitor visitor) {
        String sentence = visitor.language().text("oauth.over");
        return Reply.page(410, pages.html(new RefusedPage(card(call, visitor), sentence)));
    }

    Reply given(Call call, Visitor visitor, AnswerTo to, Map<String, String> members) {
        return answers.given(to, door.address(call), members, card(call, visitor));
    }

    Reply error(Call call, Visitor visitor, AnswerTo to, OAuthError error) {
        call.markUnchanged();
        return answers.error(to, door.address(call), error, card(call, visitor));
    }

    Reply consent(Call call, Visitor visitor, AuthorizationRequest request, WaitingRequest waits, Session session) {
        Client client = request.client();
        String prefix = call.prefix();
        String here = prefix + "/oauth/v2/authorize/" + waits.id().text();
        String who = visitor.scope()
                .call(() -> directory.find(session.user()))
                .map(User::displayName)
                .orElse("");
        var page = new ConsentPage(
                frames.card(call, visitor, Optional.of(here)),
                call.csrfToken(),
                here,
                who,
                client.name(),
                host(request.answer().redirectUri()),
                ownInterface.inWords(visitor.language(), request.agreement(), request.resources()),
                details(request),
                !client.canBePassedOff(request.answer().redirectUri()) && !ownInterface.isAmong(request.resources()),
                Optional.ofNullable(client.settings().appearance().policyUri()),
                Optional.ofNullable(client.settings().appearance().tosUri()));
        return Reply.page(pages.html(page))
                .with(
                        "Content-Security-Policy",
                        ClientAddress.policyFor(request.answer().redirectUri()));
    }

    private static List<String> details(AuthorizationRequest request) {
        var texts = new ArrayList<String>();
        request.details().ifPresent(json -> Json.tree(json).forEach(detail -> texts.add(detail.toString())));
        return texts;
    }

    private static String host(String redirectUri) {
        URI uri = URI.create(redirectUri);
        return uri.getHost() == null ? uri.getScheme() : uri.getHost();
    }

    private Card card(Call call, Visitor visitor) {
        return frames.card(call, visitor, Optional.empty());
    }
}
