package dev.keystead.signup;

import dev.keystead.handle.Handle;
import dev.keystead.login.Visitor;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.json.Fields;
import dev.keystead.workspace.Workspace;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The form with which somebody makes an account, as it was sent.
record SignUpForm(Map<String, String> fields) {
    private static final int LONGEST_PASSWORD = 1_000;
    private static final int LONGEST_NAME = 200;

    /// What is wrong with it; only where nothing is may the wish be read.
    FormErrors errors(Visitor visitor) {
        var wrong = new LinkedHashMap<String, String>();
        if (!Fields.isText(name(), 1, LONGEST_NAME)) {
            wrong.put("display_name", visitor.language().text("signup.name.needed"));
        }
        if (!Fields.isEmail(email())) {
            wrong.put("email", visitor.language().text("signup.email.needed"));
        }
        if (handle(visitor).filter(text -> !Handle.isHandle(text)).isPresent()) {
            wrong.put("handle", visitor.language().text("signup.handle.needed"));
        }
        if (!isBounded(password())) {
            wrong.put("password", visitor.language().text("form.needed"));
        }
        return new FormErrors(Optional.empty(), wrong);
    }

    Registrations.Wish wish(Visitor visitor) {
        return new Registrations.Wish(email(), handle(visitor), name(), password());
    }

    /// What the form has in it when it is shown again.
    Map<String, String> kept() {
        var kept = new LinkedHashMap<>(fields);
        kept.remove("password");
        return kept;
    }

    /// Whether a password is worth judging: the rules for passwords say the rest.
    static boolean isBounded(String password) {
        return !password.isEmpty() && password.length() <= LONGEST_PASSWORD;
    }

    private String name() {
        return Normalizer.normalize(fields.getOrDefault("display_name", "").strip(), Normalizer.Form.NFC);
    }

    private String email() {
        return fields.getOrDefault("email", "").strip();
    }

    private String password() {
        return fields.getOrDefault("password", "");
    }

    /// Only individual accounts have one, from which their address follows.
    private Optional<String> handle(Visitor visitor) {
        return visitor.workspace().kind() == Workspace.Kind.SYSTEM
                ? Optional.of(fields.getOrDefault("handle", "").strip())
                : Optional.empty();
    }
}
