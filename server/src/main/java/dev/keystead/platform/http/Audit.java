package dev.keystead.platform.http;

import java.util.regex.Pattern;

/// What a route leaves in the audit trail.
public sealed interface Audit {
    /// The action of the entry that each success writes, such as `user.suspend`.
    record Action(String name) implements Audit {
        private static final Pattern NAME = Pattern.compile("[a-z][a-z_]*(\\.[a-z][a-z_]*)+");

        public Action {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("'" + name + "' is no audit action such as user.suspend");
            }
        }
    }

    /// Nothing, because nothing is changed. The reason is written down.
    record Nothing(String why) implements Audit {}
}
