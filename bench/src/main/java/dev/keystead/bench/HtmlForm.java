package dev.keystead.bench;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A form as a browser would submit it when the first button is pressed.
///
/// @param action where it goes, as written on the page; empty means the page's own address
/// @param fields names and values in page order: inputs, checked boxes, and the first submit button
record HtmlForm(String action, Map<String, String> fields) {
    private static final Pattern FORM_START = Pattern.compile("<form\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern FORM_END = Pattern.compile("</form\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern FIELD = Pattern.compile("<(input|button)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern ATTRIBUTE =
            Pattern.compile("([a-zA-Z][-\\w:.]*+)(?:\\s*+=\\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\\s\"'>]++)))?+");
    private static final Pattern NUMBERED_ENTITY = Pattern.compile("&#(?:[xX]([0-9a-fA-F]{1,6})|(\\d{1,7}));");

    /// The first form of a page that `skip` does not match.
    static Optional<HtmlForm> find(String html, @Nullable Pattern skip) {
        Matcher start = FORM_START.matcher(html);
        Matcher end = FORM_END.matcher(html);
        int from = 0;
        while (start.find(from) && end.find(start.end())) {
            String form = html.substring(start.start(), end.start());
            if (skip == null || !skip.matcher(form).find()) {
                return Optional.of(read(form));
            }
            from = end.end();
        }
        return Optional.empty();
    }

    private static HtmlForm read(String form) {
        Map<String, String> fields = new LinkedHashMap<>();
        boolean buttonPressed = false;
        Matcher field = FIELD.matcher(form);
        while (field.find()) {
            Map<String, String> attributes = attributes(form, field.end());
            String name = attributes.getOrDefault("name", "");
            boolean isButton = field.group(1).equalsIgnoreCase("button");
            String type = attributes
                    .getOrDefault("type", isButton ? "submit" : "text")
                    .toLowerCase(Locale.ROOT);
            boolean sent = switch (type) {
                case "submit", "image" -> !buttonPressed;
                case "checkbox", "radio" -> attributes.containsKey("checked");
                case "button", "reset", "file" -> false;
                default -> true;
            };
            buttonPressed |= type.equals("submit") || type.equals("image");
            if (sent && !name.isEmpty() && !attributes.containsKey("disabled")) {
                fields.put(name, attributes.getOrDefault("value", type.equals("checkbox") ? "on" : ""));
            }
        }
        return new HtmlForm(attributes(form, "<form".length()).getOrDefault("action", ""), fields);
    }

    private static Map<String, String> attributes(String html, int from) {
        Map<String, String> found = new HashMap<>();
        Matcher attribute = ATTRIBUTE.matcher(html).region(from, tagEnd(html, from));
        while (attribute.find()) {
            String value = "";
            for (int group = 2; group <= 4; group++) {
                value = attribute.group(group) == null ? value : attribute.group(group);
            }
            found.putIfAbsent(attribute.group(1).toLowerCase(Locale.ROOT), unescape(value));
        }
        return found;
    }

    /// Where the tag ends: a `>` inside quotes does not end it.
    private static int tagEnd(String html, int from) {
        char quote = 0;
        for (int i = from; i < html.length(); i++) {
            char c = html.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '>') {
                return i;
            }
        }
        return html.length();
    }

    private static String unescape(String text) {
        if (text.indexOf('&') < 0) {
            return text;
        }
        String plain = NUMBERED_ENTITY.matcher(text).replaceAll(entity -> {
            String hexadecimal = entity.group(1);
            int point = hexadecimal == null ? Integer.parseInt(entity.group(2)) : Integer.parseInt(hexadecimal, 16);
            return Character.isValidCodePoint(point) ? Matcher.quoteReplacement(Character.toString(point)) : "";
        });
        // The ampersand comes last, or `&amp;lt;` would be decoded twice.
        return plain.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&apos;", "'")
                .replace("&amp;", "&");
    }
}
