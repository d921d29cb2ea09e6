package dev.keystead.platform.html;

import java.util.Map;

/// A refusal as a person sees it: what is wrong, what to do, and the id to name when asking for help.
public record ErrorPage(int status, String message, Map<String, String> fields, String requestId) implements View {
    @Override
    public String template() {
        return "error.jte";
    }

    public String title() {
        return switch (status) {
            case 400 -> "That could not be understood";
            case 401 -> "Sign-in is needed";
            case 403 -> "That is not allowed";
            case 404 -> "Nothing is here";
            case 405 -> "That cannot be done here";
            case 429, 503 -> "Too busy right now";
            case 500 -> "Something went wrong on our side";
            default -> "That did not work";
        };
    }

    /// What the visitor can do about it.
    public String advice() {
        return switch (status) {
            case 404 -> "Check the address, or start again from the front page.";
            case 429, 503 -> "Wait a moment, then reload this page.";
            case 500 -> "Try again. If it keeps happening, tell the operator the request id below.";
            default -> "Go back, correct it and try again.";
        };
    }

    /// The message as a sentence of its own.
    public String sentence() {
        String text = status == 500 ? "The server could not finish this request" : message;
        String capital = text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
        return capital.endsWith(".") ? capital : capital + ".";
    }
}
