package dev.keystead.platform.html;

import dev.keystead.platform.text.Texts.Language;
import java.util.Map;
import java.util.Optional;

/// A refusal as a person sees it: what is wrong, what to do, and the id to name when asking for help.
///
/// @param message what the interface says; in English, and shown where the language has no sentence of its
///     own
public record ErrorPage(int status, String message, Map<String, String> fields, String requestId, Language language)
        implements View {
    @Override
    public String template() {
        return "error.jte";
    }

    /// The product's own frame: whose page it would have been is not known.
    public Card card() {
        return new Card(language, Brand.ofProduct(), Optional.empty());
    }

    public String title() {
        return switch (status) {
            case 400 -> language.text("error.bad-input.title");
            case 401 -> language.text("error.sign-in-needed.title");
            case 403 -> language.text("error.not-allowed.title");
            case 404 -> language.text("error.not-found.title");
            case 405 -> language.text("error.not-here.title");
            case 429, 503 -> language.text("error.busy.title");
            case 500 -> language.text("error.internal.title");
            default -> language.text("error.other.title");
        };
    }

    /// What the visitor can do about it.
    public String advice() {
        return switch (status) {
            case 404 -> language.text("error.not-found.advice");
            case 429, 503 -> language.text("error.busy.advice");
            case 500 -> language.text("error.internal.advice");
            default -> language.text("error.other.advice");
        };
    }

    /// What is wrong, as a sentence of its own.
    public String sentence() {
        return switch (status) {
            case 404 -> language.text("error.not-found.sentence");
            case 429 -> language.text("error.too-many.sentence");
            case 500 -> language.text("error.internal.sentence");
            case 503 -> language.text("error.busy.sentence");
            default -> asSentence(message);
        };
    }

    private static String asSentence(String text) {
        String capital = text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
        return capital.endsWith(".") ? capital : capital + ".";
    }
}
