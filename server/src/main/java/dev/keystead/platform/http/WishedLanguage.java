package dev.keystead.platform.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Which languages a visitor wishes pages in: by the address, by an earlier choice, by the browser's settings.
public final class WishedLanguage {
    /// The languages in the address, as OpenID Connect has them, and as a page's language switch sets them. A page
    /// that is there in several languages takes it; the choice is then kept for the pages after it.
    public static final Param<String> UI_LOCALES =
            Param.text("ui_locales", "Language tags, separated by spaces, the dearest first");

    static final String COOKIE = "keystead-language";
    static final Duration KEPT_FOR = Duration.ofDays(365);

    /// Longer than any browser sends; reading more would only cost.
    private static final int LONGEST_HEADER = 400;

    private WishedLanguage() {}

    /// The tags in the order of the wish.
    ///
    /// @param inAddress the value of `ui_locales`
    /// @param usual the language to take when the visitor names none that there is
    static List<String> of(RequestHead head, Optional<String> inAddress, Optional<String> usual) {
        var wished = new ArrayList<String>();
        inAddress.ifPresent(tags -> wished.addAll(List.of(tags.split(" +"))));
        Cookie.sent(head, COOKIE).ifPresent(wished::add);
        wished.addAll(accepted(head));
        usual.ifPresent(wished::add);
        return wished;
    }

    private static List<String> accepted(RequestHead head) {
        String header = String.join(",", head.headers().apply("Accept-Language"));
        if (header.isBlank() || header.length() > LONGEST_HEADER) {
            return List.of();
        }
        try {
            return Locale.LanguageRange.parse(header).stream()
                    .filter(range -> range.getWeight() > 0)
                    .map(Locale.LanguageRange::getRange)
                    .toList();
        } catch (IllegalArgumentException _) {
            // A header that is no list of languages wishes for nothing.
            return List.of();
        }
    }
}
