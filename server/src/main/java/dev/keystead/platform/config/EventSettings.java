package dev.keystead.platform.config;

import static dev.keystead.platform.config.Setting.open;
import static dev.keystead.platform.config.Setting.secret;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The part of the table that is about the broker of events.
public final class EventSettings {
    private static final String SERVER = "(nats|tls)://[A-Za-z0-9.\\-_\\[\\]:]{1,260}";

    public static final Setting<String> NATS_URL = open(
            "nats.url",
            Types.text("(" + SERVER + "(," + SERVER + "){0,15})?", "nats:// or tls:// addresses with commas, or empty"),
            "",
            "The NATS servers that events are published to, by JetStream; tls:// encrypts and checks the certificate. "
                    + "Empty publishes to none: webhooks, /v1/events and what this server does with events itself work "
                    + "all the same.");

    public static final Setting<String> NATS_USER = open(
            "nats.user",
            Types.text(".{0,320}", "up to 320 characters, or empty"),
            "",
            "The name to log in to NATS with. Empty does not log in, or does so by nats.credentials.");

    public static final Setting<@Nullable Secret<String>> NATS_PASSWORD =
            secret("nats.password", Types.text("(?s).{1,1024}", "1 to 1024 characters"), "The password of nats.user.");

    public static final Setting<@Nullable Secret<String>> NATS_TOKEN = secret(
            "nats.token",
            Types.text("(?s).{1,1024}", "1 to 1024 characters"),
            "The token to log in to NATS with, where its servers know one in place of users.");

    public static final Setting<@Nullable Path> NATS_CREDENTIALS = open(
            "nats.credentials",
            Types.optional(Types.path()),
            "",
            "The file to log in to NATS with, in place of a password: a user's token and key (.creds), or the seed of "
                    + "an nkey alone.");

    public static final Setting<@Nullable Path> NATS_CA = open(
            "nats.ca",
            Types.optional(Types.path()),
            "",
            "Further authorities that are trusted for tls:// addresses of NATS, in a PEM file, beside those that the "
                    + "Java runtime knows.");

    public static final Setting<String> NATS_STREAM = open(
            "nats.stream",
            Types.text("[A-Za-z0-9_-]{1,32}", "1 to 32 letters, digits, _ and -"),
            "keystead",
            "The JetStream stream that keeps published events. It is made when it is not there, for the subjects "
                    + "identity.>, in files, for 7 days; make it beforehand to choose otherwise.");

    private EventSettings() {}
}
