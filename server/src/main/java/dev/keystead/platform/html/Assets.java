package dev.keystead.platform.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The static files, each under an address that carries the hash of its bytes.
public final class Assets {
    /// Where the files are served.
    public static final String PREFIX = "/assets/";

    private static final Map<String, String> TYPES = Map.of(
            "css", "text/css;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "svg", "image/svg+xml");

    private final Map<String, String> addresses = new HashMap<>();
    private final Map<String, Asset> byHashedName = new HashMap<>();

    /// One file as it is served.
    public static final class Asset {
        private final String contentType;
        private final String hash;
        private final byte[] bytes;

        private Asset(String contentType, String hash, byte[] bytes) {
            this.contentType = contentType;
            this.hash = hash;
            this.bytes = bytes;
        }

        public String contentType() {
            return contentType;
        }

        /// A strong validator for the bytes, in quotes.
        public String etag() {
            return "\"" + hash + "\"";
        }

        public byte[] bytes() {
            return bytes;
        }
    }

    /// Loads the named files from the class path's `assets` folder.
    public Assets(List<String> names) {
        names.forEach(this::load);
    }

    /// The files that the product's own pages use.
    public static Assets ofProduct() {
        return new Assets(List.of(
                "keystead.css", "keystead.js", "keystead.svg", "htmx.min.js", "passkey.js", "submit.js", "onward.js"));
    }

    /// The address of a file, such as `/assets/keystead.0123456789abcdef.css`.
    public String address(String name) {
        String address = addresses.get(name);
        if (address == null) {
            throw new IllegalArgumentException("there is no static file " + name);
        }
        return address;
    }

    /// The file under a name that carries its hash.
    public Optional<Asset> find(String hashedName) {
        return Optional.ofNullable(byHashedName.get(hashedName));
    }

    private void load(String name) {
        byte[] bytes = read(name);
        int dot = name.lastIndexOf('.');
        String extension = name.substring(dot + 1);
        String type = TYPES.get(extension);
        if (type == null) {
            throw new IllegalArgumentException("the media type of " + name + " is not known");
        }
        String hash = Fingerprint.of(bytes);
        String hashedName = name.substring(0, dot) + "." + hash + "." + extension;
        addresses.put(name, PREFIX + hashedName);
        byHashedName.put(hashedName, new Asset(type, hash, bytes));
    }

    private static byte[] read(String name) {
        try (InputStream file = Assets.class.getResourceAsStream(PREFIX + name)) {
            if (file == null) {
                throw new IllegalArgumentException("the static file " + name + " is missing from this build");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
