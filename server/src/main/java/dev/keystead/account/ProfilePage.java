package dev.keystead.account;

import dev.keystead.directory.User;
import dev.keystead.platform.html.View;
import dev.keystead.platform.text.Texts;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// How somebody presents themselves.
///
/// @param values what was typed, where something was wrong with it
/// @param nextRename when the handle can be changed again; nothing when it can now
public record ProfilePage(Around around, User user, Map<String, String> values, Optional<Instant> nextRename)
        implements View {
    @Override
    public String template() {
        return "account/profile.jte";
    }

    /// What was typed, or else what is kept.
    public String value(String name, String kept) {
        return values.getOrDefault(name, kept);
    }

    /// Whether the handle is the person's own to change.
    public boolean individual() {
        return user.kind() == User.Kind.INDIVIDUAL;
    }

    /// A language that can be chosen.
    public record Choice(String tag, String name) {}

    /// The languages of the pages, and the person's own where it is another one.
    public List<Choice> languages() {
        Texts.Language reading = around.card().language();
        List<Choice> ours = reading.choices().stream()
                .map(language -> new Choice(language.tag(), language.name()))
                .toList();
        boolean another = ours.stream().noneMatch(choice -> choice.tag().equals(user.locale()));
        var own = new Choice(user.locale(), Locale.forLanguageTag(user.locale()).getDisplayName(reading.locale()));
        return another ? Stream.concat(Stream.of(own), ours.stream()).toList() : ours;
    }

    /// Time zones by their places, without the historical and technical ones.
    public List<String> zones() {
        return Stream.concat(
                        Stream.of("UTC", user.timezone()),
                        ZoneId.getAvailableZoneIds().stream()
                                .filter(zone -> zone.matches("(Africa|America|Antarctica|Asia|Atlantic|Australia"
                                        + "|Europe|Indian|Pacific)/.*"))
                                .sorted())
                .distinct()
                .toList();
    }
}
