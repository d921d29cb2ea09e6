package dev.keystead.setup;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;

/// The pages behind the one-time link.
public final class SetupPages {
    private static final String WORKSPACE = "System";

    private final Pages pages;

    public SetupPages(Pages pages) {
        this.pages = pages;
    }

    Reply confirm(Call call, String token) {
        return Reply.page(pages.html(new SetupPage(token, call.csrfToken(), WORKSPACE)));
    }

    Reply done(Call call, ApiKeys.Made made) {
        var page = new SetupDonePage(
                call.origin().baseUrl(), WORKSPACE, made.secret().text());
        return Reply.page(pages.html(page));
    }

    Reply linkDoesNotWork() {
        return Reply.page(404, pages.html(new SetupClosedPage()));
    }
}
