package dev.keystead.platform.html;

import dev.keystead.platform.text.Texts.Language;
import gg.jte.Content;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every part of which pages are made, on one page, to be looked at and tested together.
public final class Gallery {
    private static final Content SECRET_ACTIONS = button("End", Weight.SECONDARY);

    private Gallery() {}

    private static TemplateEngine engine() {
        return TemplateEngine.createPrecompiled(
                null, ContentType.Html, Gallery.class.getClassLoader(), "dev.keystead.page");
    }

    /// The page as a workspace with a name that wants escaping shows it.
    public static Html page(Assets assets, Language language, String csrf) {
        var brand = new Brand(
                "Ada & Söhne <Uhren>",
                Optional.of(new Accent(Colour.of("#e4572e")).address()),
                Optional.empty(),
                Optional.of("https://help.sample.test/?a=1&b=2"));
        var card = new Card(language, brand, Optional.of("/gallery?flow=1"));
        var frame = new Pages.Frame(
                assets.address("keystead.css"),
                assets.address("keystead.js"),
                assets.address("htmx.min.js"),
                assets.address("passkey.js"),
                assets.address("submit.js"),
                assets.address("onward.js"),
                assets.address("keystead.svg"),
                "0.1.0");
        var output = new Utf8ByteOutput();
        Map<String, Object> layout = new HashMap<>();
        layout.put("frame", frame);
        layout.put("card", card);
        layout.put("title", "Gallery");
        layout.put("inPlace", true);
        layout.put("content", content(card, csrf));
        engine().render("card.jte", layout, output);
        return new Html(output.toByteArray());
    }

    private static Content content(Card card, String csrf) {
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("email", "Enter an e-mail address such as ada@example.org.");
        wrong.put("password", "Use at least 8 characters.");
        return all(
                words("<h1>Sign in</h1><p class=\"lead\">Good to see you again.</p>"),
                form(card, csrf, new FormErrors(Optional.empty(), wrong)),
                words("<p class=\"or\">or</p>"),
                part(
                        "form/form.jte",
                        Map.of(
                                "card",
                                card,
                                "action",
                                "/gallery",
                                "csrf",
                                csrf,
                                "inPlace",
                                true,
                                "content",
                                button("Use a passkey", Weight.SECONDARY))),
                words("<ul class=\"links\"><li><a href=\"/forgot\">Forgot your password?</a></li></ul>"),
                notices(),
                words("<h2>Sessions</h2><ul class=\"rows\">"),
                part(
                        "row.jte",
                        Map.of("title", "Firefox on Linux", "tag", "this device", "detail", words("192.0.2.7, now"))),
                part(
                        "row.jte",
                        Map.of(
                                "title",
                                "Safari on iPhone",
                                "detail",
                                words("198.51.100.4, two days ago"),
                                "actions",
                                SECRET_ACTIONS)),
                words("</ul>"),
                part("secret.jte", Map.of("card", card, "id", "secret", "label", "Key", "text", "kpat_<not>_real")),
                part(
                        "form/form.jte",
                        Map.of(
                                "card",
                                card,
                                "action",
                                "/gallery",
                                "csrf",
                                csrf,
                                "content",
                                button("Delete my account", Weight.DANGER))));
    }

    private static Content form(Card card, String csrf, FormErrors errors) {
        Map<String, Object> email = new HashMap<>(Map.of(
                "name",
                "email",
                "label",
                "E-mail",
                "type",
                "email",
                "autocomplete",
                "username webauthn",
                "value",
                "\"ada\"",
                "hint",
                "The one you signed up with."));
        email.put("error", errors.of("email"));
        Map<String, Object> password = new HashMap<>(Map.of(
                "name", "password", "label", "Password", "type", "password", "autocomplete", "current-password"));
        password.put("error", errors.of("password"));
        Map<String, Object> code = Map.of(
                "name",
                "code",
                "label",
                "Code",
                "inputmode",
                "numeric",
                "autocomplete",
                "one-time-code",
                "maxlength",
                6,
                "code",
                true,
                "required",
                false);
        Content fields = all(
                part("form/field.jte", email),
                part("form/field.jte", password),
                part("form/field.jte", code),
                button("Sign in", Weight.PRIMARY));
        return part(
                "form/form.jte",
                Map.of("card", card, "action", "/gallery", "csrf", csrf, "errors", errors, "content", fields));
    }

    private static Content notices() {
        return all(List.of(Tone.values()).stream()
                .map(tone -> part(
                        "notice.jte",
                        Map.of(
                                "tone",
                                tone,
                                "title",
                                tone.name(),
                                "content",
                                words("<p>What it is about, in a sentence that is long enough to wrap.</p>"))))
                .toArray(Content[]::new));
    }

    private static Content button(String text, Weight weight) {
        return part("form/button.jte", Map.of("text", text, "weight", weight));
    }

    private static Content part(String template, Map<String, Object> params) {
        return output -> engine().render(template, params, output);
    }

    private static Content words(String html) {
        return output -> output.writeContent(html);
    }

    private static Content all(Content... parts) {
        return output -> List.of(parts).forEach(each -> each.writeTo(output));
    }
}
