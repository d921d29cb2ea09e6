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
    /// What the interface says to a form that no page of ours was made for, or not any more. People see it now and
    /// then:
    /// browsers forget what guards a form when they are closed.
    public static final String STRANGE_FORM =
            "this form has expired or came from another site; go back, reload the page and send it again";

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
            case 403 -> language.text(message.equals(STRANGE_FORM) ? "error.form.title" : "error.not-allowed.title");
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
            case 403 -> language.text(message.equals(STRANGE_FORM) ? "error.form.advice" : "error.other.advice");
            case 404, 405 -> language.text("error.not-found.advice");
            case 429, 503 -> language.text("error.busy.advice");
            case 500 -> language.text("error.internal.advice");
            default -> language.text("error.other.advice");
        };
    }

    /// What is wrong, as a sentence of its own.
    public String sentence() {
        return switch (status) {
            case 403 -> message.equals(STRANGE_FORM) ? language.text("error.form.sentence") : asSentence(message);
            case 404 -> language.text("error.not-found.sentence");
            case 405 -> language.text("error.not-here.sentence");
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
