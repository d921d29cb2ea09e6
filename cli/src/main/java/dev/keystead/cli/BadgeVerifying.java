package dev.keystead.cli;

import dev.keystead.badge.BadgeFile;
import dev.keystead.badge.BadgePayload;
import dev.keystead.badge.BadgeVerifier;
import dev.keystead.badge.IssuerKeys;
import dev.keystead.badge.Verdict;
import dev.keystead.cli.remote.WebAddress;
import dev.keystead.platform.json.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Checks a badge and tells what it found. The badge and the keys are files of strangers: they are read up to a
/// bound, and nothing of them reaches the terminal that could move its cursor.
final class BadgeVerifying {
    private final Terminal terminal;
    private final InputStream standardInput;

    BadgeVerifying(Terminal terminal, InputStream standardInput) {
        this.terminal = terminal;
        this.standardInput = standardInput;
    }

    /// Why nothing can be said about the badge, and how the command ends.
    private static final class Unreadable extends Exception {
        private final ExitCode code;

        Unreadable(ExitCode code, String sentence) {
            super(sentence, null, false, false);
            this.code = code;
        }
    }

    /// @param keys a file or an address; null asks the address that the badge names
    /// @param at a time; null is now
    ExitCode verify(String file, @Nullable String keys, @Nullable String at) {
        try {
            Instant moment = at == null ? Instant.now() : time(at);
            BadgeFile badge = badge(file);
            IssuerKeys published = keys == null ? fromIssuer(badge) : fromWhereTheyAre(keys);
            terminal.say("The keys of " + plain(published.issuer()) + " and its list of revoked badges are of "
                    + published.asOf() + ".");
            return tell(BadgeVerifier.verify(badge, published, moment));
        } catch (Unreadable e) {
            terminal.complain(plain(String.valueOf(e.getMessage())));
            return e.code;
        }
    }

    private ExitCode tell(Verdict verdict) {
        String line = switch (verdict) {
            case Verdict.Valid(BadgePayload payload) -> "valid: " + sentence(payload);
            case Verdict.Invalid(Verdict.Reason reason, String sentence) ->
                "invalid (" + reason.name().toLowerCase(Locale.ROOT) + "): " + sentence;
        };
        terminal.out().println(plain(line));
        terminal.out().flush();
        return verdict instanceof Verdict.Valid ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private static String sentence(BadgePayload payload) {
        return payload.kind().word() + ": " + payload.name()
                + payload.handle().map(handle -> " (@" + handle + ")").orElse("")
                + payload.role().map(role -> ", " + role).orElse("")
                + payload.scope().map(scope -> ", " + scope).orElse("")
                + ", issued by " + payload.issuer() + ", valid until " + payload.expiresAt();
    }

    private static Instant time(String text) throws Unreadable {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            throw new Unreadable(ExitCode.USAGE, "'" + text + "' is no time such as 2026-12-24T12:00:00Z.");
        }
    }

    private BadgeFile badge(String file) throws Unreadable {
        byte[] bytes = file.equals("-")
                ? read(standardInput, "the badge", BadgeFile.MOST_BYTES)
                : read(file, BadgeFile.MOST_BYTES);
        try {
            BadgeFile badge = BadgeFile.read(bytes);
            // What it says is looked at here, so that what is no badge is told before anybody is asked for keys.
            BadgePayload _ = badge.claims();
            return badge;
        } catch (BadInput e) {
            throw new Unreadable(ExitCode.FAILED, "this is no badge: " + e.sentence() + ".");
        }
    }

    private IssuerKeys fromIssuer(BadgeFile badge) throws Unreadable {
        String issuer = badge.claims().issuer();
        terminal.say("Asking " + plain(issuer) + " for its keys; with --keys you say whose keys you believe.");
        return fromAddress(issuer);
    }

    private IssuerKeys fromWhereTheyAre(String keys) throws Unreadable {
        return WebAddress.isMeant(keys) ? fromAddress(keys) : parse(read(keys, IssuerKeys.MOST_BYTES), keys);
    }

    private static IssuerKeys fromAddress(String address) throws Unreadable {
        try {
            return parse(BadgeKeysAddress.of(address).read(), address);
        } catch (BadgeKeysAddress.Unsuitable e) {
            throw new Unreadable(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new Unreadable(
                    ExitCode.FAILED, "the keys cannot be had from " + address + ": " + reason(e) + "; give --keys.");
        }
    }

    private static IssuerKeys parse(byte[] bytes, String from) throws Unreadable {
        try {
            return IssuerKeys.read(bytes);
        } catch (BadInput e) {
            throw new Unreadable(ExitCode.FAILED, from + " is no list of badge keys: " + e.sentence() + ".");
        }
    }

    private static byte[] read(String file, int most) throws Unreadable {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return read(in, file, most);
        } catch (NoSuchFileException | InvalidPathException _) {
            throw new Unreadable(ExitCode.NOT_FOUND, "there is no file " + file + ".");
        } catch (IOException e) {
            throw new Unreadable(ExitCode.FAILED, file + " cannot be read: " + reason(e) + ".");
        }
    }

    private static byte[] read(InputStream in, String name, int most) throws Unreadable {
        try {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new Unreadable(ExitCode.FAILED, name + " is larger than " + most / 1024 + " KiB.");
            }
            return bytes;
        } catch (IOException e) {
            throw new Unreadable(ExitCode.FAILED, name + " cannot be read: " + reason(e) + ".");
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String plain(String text) {
        return text.replaceAll("\\p{C}", "?");
    }
}
