package dev.keystead.policy;

import dev.keystead.platform.json.Fields;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Who may make an account in a workspace.
///
/// @param mode whether people may sign up
/// @param allowedDomains the e-mail domains that may, each with nothing below it; empty for all
public record SignUpPolicy(Mode mode, List<String> allowedDomains) {
    static final SignUpPolicy USUAL = new SignUpPolicy(Mode.INVITATION, List.of());

    private static final int MOST_DOMAINS = 100;
    private static final int LONGEST_DOMAIN = 253;
    private static final Pattern DOMAIN =
            Pattern.compile("([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

    /// Whether people may sign up.
    public enum Mode {
        CLOSED,
        INVITATION,
        OPEN
    }

    public SignUpPolicy {
        var fields = new Fields();
        allowedDomains = allowedDomains.stream()
                .map(domain -> domain.toLowerCase(Locale.ROOT))
                .distinct()
                .sorted()
                .toList();
        fields.refuseIf(
                allowedDomains.size() > MOST_DOMAINS,
                "allowed_domains",
                "must have at most " + MOST_DOMAINS + " domains");
        fields.refuseIf(
                allowedDomains.stream().anyMatch(domain -> !isDomain(domain)),
                "allowed_domains",
                "must be domains such as example.org");
        fields.refuseIfAny();
    }

    /// Whether somebody with this e-mail address may sign up, as far as the address decides.
    public boolean allowsEmail(String email) {
        String domain = email.substring(email.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        return allowedDomains.isEmpty() || allowedDomains.contains(domain);
    }

    private static boolean isDomain(String domain) {
        return domain.length() <= LONGEST_DOMAIN && DOMAIN.matcher(domain).matches();
    }
}
