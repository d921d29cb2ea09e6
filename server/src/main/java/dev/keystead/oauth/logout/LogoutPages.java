package dev.keystead.oauth.logout;

import dev.keystead.client.Client;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.login.SignInPages;
import dev.keystead.login.Visitor;
import dev.keystead.oauth.authorize.RefusedPage;
import dev.keystead.oauth.wire.ClientAddress;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.session.Session;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What people see of signing out by an application.
final class LogoutPages {
    private static final Logger LOG = LoggerFactory.getLogger(LogoutPages.class);

    private final Pages pages;
    private final SignInPages frames;
    private final Directory directory;

    LogoutPages(Pages pages, SignInPages frames, Directory directory) {
        this.pages = pages;
        this.frames = frames;
        this.directory = directory;
    }

    Reply refused(Call call, Visitor visitor, String sentence) {
        LOG.atInfo()
                .addKeyValue("request_id", call.requestId())
                .addKeyValue("why", sentence)
                .log("A request to sign somebody out was refused");
        return Reply.page(400, pages.html(new RefusedPage(card(call, visitor, Optional.empty()), sentence)));
    }

    Reply ask(Call call, Visitor visitor, LogoutRequest request, Session session) {
        var sent = new LinkedHashMap<>(LogoutRequest.sent(request.parameters()));
        String endpoint = call.prefix() + LogoutRoutes.PATH;
        var switching = new LinkedHashMap<>(sent);
        switching.remove("ui_locales");
        String here = switching.isEmpty() ? endpoint : ClientAddress.withQuery(endpoint, switching);
        String who = visitor.scope()
                .call(() -> directory.find(session.user()))
                .map(User::displayName)
                .orElse("");
        var page = new ConfirmPage(
                card(call, visitor, Optional.of(here)),
                call.csrfToken(),
                call.prefix() + LogoutRoutes.ANSWER,
                who,
                request.client().map(Client::name),
                sent);
        Reply reply = Reply.page(pages.html(page));
        return request.redirectUri()
                .map(uri -> reply.with("Content-Security-Policy", ClientAddress.policyFor(uri)))
                .orElse(reply);
    }

    Reply stayed(Call call, Visitor visitor) {
        String account = call.prefix() + "/account";
        return Reply.page(pages.html(
                new SignedOutPage(card(call, visitor, Optional.empty()), true, List.of(), Optional.empty(), account)));
    }

    /// The end. A browser that has nothing to load first goes on at once.
    Reply signedOut(Call call, Visitor visitor, Optional<String> onward, List<String> toLoad) {
        if (toLoad.isEmpty() && onward.isPresent()) {
            return Reply.seeOther(onward.get());
        }
        String signIn = call.prefix() + "/sign-in";
        Reply reply = Reply.page(
                pages.html(new SignedOutPage(card(call, visitor, Optional.empty()), false, toLoad, onward, signIn)));
        return toLoad.isEmpty() ? reply : reply.with("Content-Security-Policy", ClientAddress.policyForFrames(toLoad));
    }

    private Card card(Call call, Visitor visitor, Optional<String> here) {
        return frames.card(call, visitor, here);
    }
}
