package dev.keystead.webhook;

import dev.keystead.platform.json.Fields;
import java.util.List;
import java.util.regex.Pattern;

/// Which events a webhook wants: whole types, groups such as `identity.user.*`, or `*` for all.
final class EventTypes {
    private static final int MOST = 50;
    private static final Pattern FORM =
            Pattern.compile("\\*|identity\\.[a-z_]{1,60}\\.(\\*|[a-z_]{1,60}\\.v[0-9]{1,3})");

    private EventTypes() {}

    static boolean matches(String type, String subject) {
        return type.equals("*")
                || type.equals(subject)
                || (type.endsWith(".*") && subject.startsWith(type.substring(0, type.length() - 1)));
    }

    /// Refuses what is no list of types, and takes away what is there twice.
    static List<String> checked(Fields fields, String member, List<String> types) {
        fields.refuseIf(types.isEmpty() || types.size() > MOST, member, "must be 1 to " + MOST + " types");
        fields.refuseIf(
                !types.stream().allMatch(type -> FORM.matcher(type).matches()),
                member,
                "must be types such as identity.user.created.v1, groups such as identity.user.*, or *");
        return types.stream().distinct().toList();
    }
}
