package dev.keystead.cli;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Settings;
import dev.keystead.contract.text.Placeholders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the flags of a contract command mean, or why they mean nothing.
sealed interface ContractSettings {
    record Right(Settings settings) implements ContractSettings {}

    record Wrong(String sentence) implements ContractSettings {}

    /// A number as it stands in a migration's name.
    Pattern NUMBER = Pattern.compile("[0-9]{4}");

    Pattern COLUMN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");
    Pattern PLACEHOLDER = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,60}");
    int LARGEST_PRELUDE = 1 << 20;

    static ContractSettings of(ContractOptions options) {
        Optional<Dialect> dialect = dialect(options.dialect);
        if (dialect.isEmpty()) {
            return new Wrong("--dialect is postgres or sqlite.");
        }
        if (dialect.get() == Dialect.SQLITE && options.databaseUrl != null) {
            return new Wrong("--database-url names a PostgreSQL server; leave it out with --dialect sqlite.");
        }
        if (!NUMBER.matcher(options.since).matches()) {
            return new Wrong("--since is the number of a migration in four digits, such as 0007.");
        }
        if (!COLUMN.matcher(options.tenantColumn).matches()) {
            return new Wrong("--tenant-column is the name of a column, such as tenant_id.");
        }
        for (Map.Entry<String, String> placeholder : options.placeholders.entrySet()) {
            if (!PLACEHOLDER.matcher(placeholder.getKey()).matches() || !Placeholders.isPlain(placeholder.getValue())) {
                return new Wrong("--placeholder is NAME=VALUE, the value on one line and without quotes,"
                        + " backslashes, semicolons and dollar signs.");
            }
        }
        return switch (prelude(options.prelude)) {
            case Prelude.Unreadable(String why) ->
                new Wrong("The prelude " + options.prelude + " cannot be used: " + why + ".");
            case Prelude.Read(Optional<String> sql) ->
                new Right(new Settings(
                        dialect.get(),
                        Optional.ofNullable(options.databaseUrl).map(Settings.ServerUrl::new),
                        Integer.parseInt(options.since),
                        options.tenantColumn,
                        options.placeholders,
                        sql));
        };
    }

    private static Optional<Dialect> dialect(String name) {
        return switch (name) {
            case "postgres" -> Optional.of(Dialect.POSTGRES);
            case "sqlite" -> Optional.of(Dialect.SQLITE);
            default -> Optional.empty();
        };
    }

    /// The file of `--prelude`.
    sealed interface Prelude {
        record Read(Optional<String> sql) implements Prelude {}

        record Unreadable(String why) implements Prelude {}
    }

    private static Prelude prelude(@Nullable Path file) {
        if (file == null) {
            return new Prelude.Read(Optional.empty());
        }
        try (InputStream bytes = Files.newInputStream(file)) {
            byte[] read = bytes.readNBytes(LARGEST_PRELUDE + 1);
            if (read.length > LARGEST_PRELUDE) {
                return new Prelude.Unreadable("it is larger than " + LARGEST_PRELUDE + " bytes");
            }
            return new Prelude.Read(Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(read))
                    .toString()));
        } catch (CharacterCodingException _) {
            return new Prelude.Unreadable("it is not UTF-8 text");
        } catch (NoSuchFileException _) {
            return new Prelude.Unreadable("there is no such file");
        } catch (IOException e) {
            return new Prelude.Unreadable(String.valueOf(e.getMessage()));
        }
    }
}
