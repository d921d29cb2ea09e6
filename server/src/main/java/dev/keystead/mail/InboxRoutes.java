package dev.keystead.mail;

import dev.keystead.platform.config.AddressRange;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import java.util.List;

/// The page of the development inbox.
final class InboxRoutes {
    static final String PATH = "/dev/inbox";

    /// What a proxy adds. A request that came through one may be from anywhere.
    private static final List<String> SIGNS_OF_A_PROXY =
            List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via");

    private final Inbox inbox;
    private final Pages pages;

    InboxRoutes(Inbox inbox, Pages pages) {
        this.inbox = inbox;
        this.pages = pages;
    }

    List<Route> routes() {
        return List.of(Route.get(PATH, "The mails of a server without an SMTP server, for development")
                .open("it exists only where the server listens on its own machine alone, and answers nobody else")
                .page(this::show));
    }

    /// By this machine's own name only: a page elsewhere whose name is made to point here would give its own.
    private Reply show(Call call) {
        String host = call.origin().authority().replaceFirst(":[0-9]+$", "").replaceAll("[\\[\\]]", "");
        boolean fromHere = AddressRange.isLoopback(host)
                && AddressRange.isLoopback(call.remoteAddress())
                && SIGNS_OF_A_PROXY.stream().allMatch(sign -> call.header(sign).isEmpty());
        return fromHere ? Reply.page(pages.html(InboxPage.of(inbox.newestFirst()))) : Reply.notFound();
    }
}
