package dev.keystead.account;

import dev.keystead.platform.html.View;
import dev.keystead.trust.Allowance;
import dev.keystead.trust.Trust;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;

/// How far somebody is trusted, and why.
///
/// @param history the last days on which the score changed, newest first
public record TrustPage(Around around, int score, List<Part> parts, Allowance allowance, List<Trust.Earlier> history)
        implements View {
    /// A part of the score.
    ///
    /// @param points what it adds, or takes off
    /// @param why how it comes about
    public record Part(String name, int points, int most, String why) {}

    @Override
    public String template() {
        return "account/trust.jte";
    }

    /// A day in the person's own language.
    public String shown(LocalDate day) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                .withLocale(around.card().language().locale())
                .format(day);
    }
}
