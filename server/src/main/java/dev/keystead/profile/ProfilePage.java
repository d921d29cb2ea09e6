package dev.keystead.profile;

import dev.keystead.badge.Badge;
import dev.keystead.badge.BadgeKind;
import dev.keystead.badge.BadgePayload;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.View;
import dev.keystead.platform.text.Texts;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What everybody sees of a person.
public record ProfilePage(Card card, String name, String handle, List<BadgeRow> badges) implements View {
    /// A badge that holds.
    ///
    /// @param kind in words
    /// @param detail where it holds and as what, in the issuer's words
    /// @param issuer the address of the workspace
    /// @param until the last day, in UTC
    /// @param exact the same for machines
    /// @param file where the badge itself is
    /// @param fileName under which it is saved
    public record BadgeRow(
            String kind,
            Optional<String> detail,
            String issuer,
            String until,
            String exact,
            String file,
            String fileName) {
        static BadgeRow of(Badge badge, Texts.Language language, String file) {
            BadgePayload claims = badge.file().claims();
            return new BadgeRow(
                    ProfilePage.kind(badge.kind(), language),
                    ProfilePage.detail(claims),
                    claims.issuer(),
                    day(badge.expiresAt(), language),
                    badge.expiresAt().toString(),
                    file,
                    badge.fileName());
        }

        private static String day(Instant time, Texts.Language language) {
            return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
                    .withLocale(language.locale())
                    .withZone(ZoneOffset.UTC)
                    .format(time);
        }
    }

    @Override
    public String template() {
        return "profile.jte";
    }

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }

    /// What a kind of badge is called.
    public static String kind(BadgeKind kind, Texts.Language language) {
        return language.text(
                switch (kind) {
                    case STAFF -> "badge.staff";
                    case VERIFIED -> "badge.verified";
                    case DEVELOPER -> "badge.developer";
                    case ALUMNI -> "badge.alumni";
                    case INVITED_BY_STAFF -> "badge.invited-by-staff";
                });
    }

    /// Where a badge holds and as what, in the issuer's words.
    public static Optional<String> detail(BadgePayload claims) {
        return Optional.of(Stream.of(claims.role(), claims.scope())
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining(" · ")))
                .filter(text -> !text.isEmpty());
    }
}
