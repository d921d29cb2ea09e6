package dev.keystead.subtenant;

import dev.keystead.platform.json.Fields;
import java.util.regex.Pattern;

/// The grammar of regions: a word of the installation's choice, such as `eu-west-1`.
final class Region {
    private static final Pattern GRAMMAR = Pattern.compile("(?=.{2,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)*");

    private Region() {}

    static String checked(Fields fields, String value) {
        return fields.matching(
                "region",
                value,
                GRAMMAR,
                "must be 2 to 40 characters of a-z, 0-9 and single inner dashes, beginning with a letter");
    }
}
