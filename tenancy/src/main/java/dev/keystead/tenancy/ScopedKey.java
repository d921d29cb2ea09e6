package dev.keystead.tenancy;

import java.util.List;
import java.util.UUID;

/// Keys of caches and paths of objects. Both carry their scope, and neither can be made without one.
public final class ScopedKey {
    private static final int LONGEST_NAMESPACE = 63;
    private static final int LONGEST_PART = 128;
    private static final String MARKS = "_.@=+-";

    private ScopedKey() {}

    /// `<namespace>:<axis>:<id>:<part>[:<part>…]`, scoped by the axis of the scope that is given.
    public static String cache(String namespace, Axis axis, Scope scope, String... parts) {
        if (!isNamespace(namespace)) {
            throw new IllegalArgumentException("a cache namespace is a lower-case word: " + namespace);
        }
        if (parts.length == 0) {
            throw new IllegalArgumentException("a cache key needs at least one part after its scope");
        }
        var key = new StringBuilder(namespace)
                .append(':')
                .append(axis.word())
                .append(':')
                .append(scope.require(axis));
        for (String part : parts) {
            key.append(':').append(checked(part));
        }
        return key.toString();
    }

    /// `<bucket>/<user>/<workspace|personal>/<resource>/<file>`, below the user's own prefix.
    public static String object(String bucket, Scope scope, String resource, String file) {
        UUID user = scope.require(Axis.USER);
        String owner = scope.find(Axis.TENANT).map(UUID::toString).orElse("personal");
        return path(bucket, user.toString(), owner, resource) + checked(file);
    }

    /// `<bucket>/shared/<workspace>/<resource>/<file>`: what is a workspace's own and no single user's.
    public static String sharedObject(String bucket, Scope scope, String resource, String file) {
        return sharedObjects(bucket, scope, resource) + checked(file);
    }

    /// What the paths of all shared objects of a resource begin with.
    public static String sharedObjects(String bucket, Scope scope, String resource) {
        return path(bucket, "shared", scope.require(Axis.TENANT).toString(), resource);
    }

    private static String path(String bucket, String user, String workspace, String resource) {
        return String.join("/", List.of(checked(bucket), user, workspace, checked(resource))) + "/";
    }

    /// A part may not bring a separator, a path step or a control character of its own.
    private static String checked(String part) {
        if (!isSafe(part)) {
            throw new IllegalArgumentException("not a safe part of a key: '" + Printable.of(part) + "'");
        }
        return part;
    }

    // Both are read letter by letter and not by an expression, because every request makes several keys.

    private static boolean isNamespace(String word) {
        boolean fits = !word.isEmpty() && word.length() <= LONGEST_NAMESPACE && isLower(word.charAt(0));
        for (int i = 1; fits && i < word.length(); i++) {
            char letter = word.charAt(i);
            fits = isLower(letter) || isDigit(letter) || letter == '_';
        }
        return fits;
    }

    private static boolean isSafe(String part) {
        boolean fits = !part.isEmpty() && part.length() <= LONGEST_PART && part.charAt(0) != '.';
        for (int i = 0; fits && i < part.length(); i++) {
            char letter = part.charAt(i);
            fits = isLower(letter) || isDigit(letter) || (letter >= 'A' && letter <= 'Z') || MARKS.indexOf(letter) >= 0;
        }
        return fits;
    }

    private static boolean isLower(char letter) {
        return letter >= 'a' && letter <= 'z';
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }
}
