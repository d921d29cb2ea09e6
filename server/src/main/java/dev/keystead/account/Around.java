package dev.keystead.account;

import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormErrors;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What every page of an account has around what it shows.
///
/// @param base what the paths of the workspace begin with
/// @param tabs the pages that this account has
/// @param told what was just done, in words
/// @param zone of the person
public record Around(
        Card card,
        String csrf,
        String base,
        Tab tab,
        List<Tab> tabs,
        FormErrors errors,
        Optional<String> told,
        ZoneId zone) {
    /// A time as people read it, and as machines do.
    public record Moment(String shown, String exact) {}

    public String text(String key, Object... arguments) {
        return card.text(key, arguments);
    }

    /// The address of a page or a form.
    public String at(String path) {
        return base + path;
    }

    /// A time in the person's own zone and language.
    public Moment moment(Instant time) {
        var format = DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
                .withLocale(card.language().locale())
                .withZone(zone);
        return new Moment(
                format.format(time), time.truncatedTo(ChronoUnit.SECONDS).toString());
    }

    public String error(String field) {
        return Optional.ofNullable(errors.of(field)).orElse("");
    }
}
