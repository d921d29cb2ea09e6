package dev.keystead.account;

import dev.keystead.account.AccountPages.Reader;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.http.Reply;
import java.util.Map;

/// Makes the page on which people say who they are.
final class ProfilePages {
    private final AccountPages pages;
    private final OwnHandle handle;

    ProfilePages(AccountPages pages, OwnHandle handle) {
        this.pages = pages;
        this.handle = handle;
    }

    /// Before a transaction is opened.
    ///
    /// @param typed what was typed, where something was wrong with it
    Reply show(Reader reader, Map<String, String> typed, FormErrors errors, int status) {
        return pages.show(
                reader,
                Tab.PROFILE,
                errors,
                status,
                around -> new ProfilePage(around, reader.user(), typed, handle.nextChange(reader.me())));
    }
}
