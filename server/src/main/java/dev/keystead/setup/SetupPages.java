package dev.keystead.setup;

import dev.keystead.apikey.ApiKeys;
import dev.keystead.platform.html.Brand;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.policy.Policies;
import dev.keystead.workspace.Reserved;
import java.util.Optional;

/// The pages behind the one-time link.
public final class SetupPages {
    private static final int UNPROCESSABLE = 422;

    private final Pages pages;
    private final Policies policies;

    public SetupPages(Pages pages, Policies policies) {
        this.pages = pages;
        this.policies = policies;
    }

    /// @param again whether the administrator has a password already
    Reply ask(Call call, String token, boolean again) {
        return Reply.page(pages.html(question(call, token, again, FormErrors.none(), "")));
    }

    Reply askAgain(Call call, SetupRoutes.SetupForm form, boolean again, FormErrors errors) {
        return Reply.page(UNPROCESSABLE, pages.html(question(call, form.token(), again, errors, form.contactEmail())));
    }

    private SetupPage question(Call call, String token, boolean again, FormErrors errors, String contactEmail) {
        int least = policies.password(Reserved.SYSTEM_WORKSPACE.value()).minLength();
        // The way to another language would carry the token in an address once more.
        return new SetupPage(card(call), token, call.csrfToken(), again, errors, contactEmail, least);
    }

    Reply done(Call call, ApiKeys.Made made) {
        var page = new SetupDonePage(
                card(call), call.origin().baseUrl(), made.secret().text());
        return Reply.page(pages.html(page));
    }

    Reply linkDoesNotWork(Call call) {
        return Reply.page(404, pages.html(new SetupClosedPage(card(call))));
    }

    private static Card card(Call call) {
        return new Card(call.language(Optional.empty()), Brand.ofProduct(), Optional.empty());
    }
}
