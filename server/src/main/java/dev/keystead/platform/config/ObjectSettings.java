package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;
import static dev.keystead.platform.config.Setting.secret;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The part of the table that is about the storage of files outside the database.
public final class ObjectSettings {
    public static final Setting<String> ENDPOINT = open(
            "objects.endpoint",
            Types.text(
                    "(https?://[A-Za-z0-9.\\-_\\[\\]:]{1,260}/?|file:/.{0,1000})?",
                    "an http(s):// address without a path, a file:/ folder, or empty"),
            "",
            "Where files are kept that do not belong into the database: the address of an S3-compatible storage, or "
                    + "file: and a folder that all nodes share. Empty is the folder objects in data.dir, for one node "
                    + "alone.");

    public static final Setting<String> BUCKET = open(
            "objects.bucket",
            Types.text("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", "3 to 63 lower-case letters, digits, dots and hyphens"),
            "keystead",
            "The bucket in the S3-compatible storage, which must be there; below a folder, the folder of that name.");

    public static final Setting<String> REGION = open(
            "objects.region",
            Types.text("[a-z0-9-]{1,40}", "lower-case letters, digits and hyphens"),
            "us-east-1",
            "The region that requests to the S3-compatible storage are signed for.");

    public static final Setting<String> ACCESS_KEY = open(
            "objects.access-key",
            Types.text("[\\x21-\\x7e]{0,128}", "up to 128 visible ASCII characters, or empty"),
            "",
            "The name of the key to the S3-compatible storage.");

    public static final Setting<@Nullable Secret<String>> SECRET_KEY = secret(
            "objects.secret-key",
            Types.text("[\\x21-\\x7e]{1,256}", "1 to 256 visible ASCII characters"),
            "The secret of objects.access-key. Requests are signed with it; it is never sent.");

    public static final Setting<Boolean> PATH_STYLE = open(
            "objects.path-style",
            Types.bool(),
            "true",
            "Whether the bucket stands in the path of addresses; false puts it before the host, as Amazon prefers it.");

    public static final Setting<@Nullable Path> CA = open(
            "objects.ca",
            Types.optional(Types.path()),
            "",
            "Further authorities that are trusted for objects.endpoint, in a PEM file, beside those that the Java "
                    + "runtime knows.");

    public static final Setting<Boolean> AUDIT_ARCHIVE = open(
            "audit.archive",
            Types.bool(),
            "false",
            "Whether signed checkpoints of the audit trails, and entries that are about to be removed because their "
                    + "time is over, are copied to objects.endpoint first. While they cannot be copied, none is "
                    + "removed.");

    private ObjectSettings() {}
}
