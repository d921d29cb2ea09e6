package dev.keystead.platform.config;

import dev.keystead.platform.json.Fields;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Who mails come from.
///
/// @param name what people see; empty when there is only the address
public record MailSender(String name, String address) {
    private static final Pattern NAMED = Pattern.compile("([^<>\\p{Cntrl}]{1,100}?) ?<([^<>]+)>");

    static Parsed<MailSender> parse(String text) {
        Matcher named = NAMED.matcher(text);
        MailSender sender =
                named.matches() ? new MailSender(named.group(1).strip(), named.group(2)) : new MailSender("", text);
        return Fields.isEmail(sender.address)
                ? new Parsed.Good<>(sender)
                : new Parsed.Bad<>("is not an e-mail address");
    }

    /// What stands after the @.
    public String domain() {
        return address.substring(address.lastIndexOf('@') + 1);
    }
}
