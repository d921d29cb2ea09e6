package dev.keystead.account;

import dev.keystead.directory.User;
import dev.keystead.platform.html.Brand;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.html.View;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;

/// Makes the pages of an account.
final class AccountPages {
    static final Param<Done> DONE = Param.word("done", "What was just done", Done.class);
    static final int UNPROCESSABLE = 422;

    private final Pages pages;

    AccountPages(Pages pages) {
        this.pages = pages;
    }

    /// Who looks at a page, as whom, and whose page it is.
    record Reader(Call call, Me me, User user, Brand brand) {
        String text(String key, Object... arguments) {
            return me.visitor().language().text(key, arguments);
        }

        /// A page or a form of the workspace.
        String at(String path) {
            return call.prefix() + path;
        }
    }

    /// A page that can be opened again at the menu's own address.
    Reply show(Reader reader, Tab tab, FormErrors errors, int status, Function<Around, View> page) {
        Optional<String> told =
                errors.isEmpty() && reader.call().route().query().contains(DONE)
                        ? reader.call().find(DONE).map(done -> reader.text(done.key()))
                        : Optional.empty();
        return make(reader, tab, errors, status, told, Optional.of(reader.at(tab.path())), page);
    }

    /// A page that shows something once, or is one step of several.
    Reply showOnce(Reader reader, Tab tab, FormErrors errors, int status, Function<Around, View> page) {
        return make(reader, tab, errors, status, Optional.empty(), Optional.empty(), page);
    }

    private Reply make(
            Reader reader,
            Tab tab,
            FormErrors errors,
            int status,
            Optional<String> told,
            Optional<String> here,
            Function<Around, View> page) {
        var around = new Around(
                new Card(reader.me().visitor().language(), reader.brand(), here),
                reader.call().csrfToken(),
                reader.call().prefix(),
                tab,
                Tab.of(reader.me().workspace()),
                errors,
                told,
                ZoneId.of(reader.user().timezone()));
        return Reply.page(status, pages.html(page.apply(around)));
    }
}
