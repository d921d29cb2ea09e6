package dev.keystead.credential.password;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes and checks hashes of passwords, a few at a time.
///
/// Every method waits for its turn, up to two seconds, and then works for some tens of milliseconds: call it outside of
/// transactions, which would hold a connection meanwhile. When too many wait it throws [HashingOverloaded].
public final class PasswordHashes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PasswordHashes.class);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
    /// About as many as one core gets through in the longest wait.
    private static final int WAITING_PER_CORE = 48;

    private static final String CURE = "on Debian, the packages libsodium23 and libargon2-1 have them";

    private final Argon2 engine;
    private final Parameters current;
    private final HashingGate gate;
    private final SecureRandom random = new SecureRandom();
    private final String decoy;

    PasswordHashes(Argon2 engine, Parameters current, HashingGate gate) {
        this.engine = engine;
        this.current = current;
        this.gate = gate;
        // Random bytes instead of a hash: no password is known that would match, and finding one is as hard as ever.
        this.decoy =
                new Argon2Hash(current, randomBytes(Argon2Hash.SALT_BYTES), randomBytes(Argon2Hash.HASH_BYTES)).text();
    }

    /// Chooses the fastest engine that computes right on this machine, and says so in the log.
    ///
    /// @param current what new hashes cost
    public static PasswordHashes start(Parameters current) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new PasswordHashes(
                engine(SodiumArgon2.LIBRARIES, NativeArgon2.LIBRARY),
                current,
                new HashingGate(cores, cores * WAITING_PER_CORE, LONGEST_WAIT));
    }

    static Argon2 engine(List<String> fastest, String library) {
        var java = new JavaArgon2();
        NativeArgon2.Loading loaded = NativeArgon2.load(library);
        Argon2 sound = loaded instanceof NativeArgon2.Loading.Ready(NativeArgon2 ready) ? ready : java;
        Argon2 chosen = SodiumArgon2.load(fastest, sound).orElse(sound);
        if (chosen == java && loaded instanceof NativeArgon2.Loading.Unusable(String reason)) {
            LOG.atWarn()
                    .addKeyValue("engine", chosen.name())
                    .log(
                            "passwords are hashed at half of the speed, without libsodium and {}: {}; {}",
                            library,
                            reason,
                            CURE);
        } else {
            LOG.atInfo().addKeyValue("engine", chosen.name()).log("passwords are hashed by native code");
        }
        return chosen;
    }

    /// What computes the hashes, in words for people.
    public String engine() {
        return engine.name();
    }

    /// What is wrong with a hash that somebody wants to bring here, or nothing when passwords can be checked with it.
    /// The sentence holds nothing of the hash.
    public static Optional<String> refusal(String stored) {
        return switch (StoredHash.parse(stored)) {
            case StoredHash.Unusable(String reason) -> Optional.of("the password hash cannot be used: " + reason);
            case Argon2Hash _, BcryptHash _, Pbkdf2Hash _, ScryptHash _ -> Optional.empty();
        };
    }

    /// A new hash of the password, with a new salt, as text that [#verify] understands.
    public String hash(String password) {
        byte[] salt = randomBytes(Argon2Hash.SALT_BYTES);
        return gate.run(() -> {
            byte[] bytes = PasswordText.normalised(password).getBytes(StandardCharsets.UTF_8);
            try {
                return Argon2Hash.of(bytes, current, salt, engine).text();
            } finally {
                Arrays.fill(bytes, (byte) 0);
            }
        });
    }

    /// Whether this is the password of a stored hash. A stored text that is no hash, or one that asks for too much,
    /// matches nothing, after the time that a current hash takes.
    public Verdict verify(String password, String stored) {
        return gate.run(() -> compare(password, StoredHash.parse(stored)));
    }

    /// Takes as long as [#verify] with a current hash, for an account that does not exist.
    public void pretend(String password) {
        var _ = verify(password, decoy);
    }

    private Verdict compare(String password, StoredHash stored) {
        return switch (stored) {
            case Argon2Hash hash
            when hash.isCurrent(current) -> new Verdict(matches(PasswordText.normalised(password), hash), false);
            case Argon2Hash _, BcryptHash _, Pbkdf2Hash _, ScryptHash _ -> compareWithForeign(password, stored);
            case StoredHash.Unusable(String reason) -> {
                LOG.warn("a stored password hash cannot be used, so nobody can sign in with it: {}", reason);
                yield compare(password, StoredHash.parse(decoy));
            }
        };
    }

    /// Most systems hash what was typed, as it was typed; an older hash of ours is of the normalised form.
    private Verdict compareWithForeign(String password, StoredHash stored) {
        String typed = PasswordText.whole(password);
        String normalised = PasswordText.normalised(password);
        boolean matches = matches(typed, stored) || (!normalised.equals(typed) && matches(normalised, stored));
        return new Verdict(matches, matches);
    }

    private boolean matches(String text, StoredHash stored) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            return switch (stored) {
                case Argon2Hash hash -> hash.matches(bytes, engine);
                case BcryptHash hash -> hash.matches(bytes);
                case Pbkdf2Hash hash -> hash.matches(text);
                case ScryptHash hash -> hash.matches(bytes);
                case StoredHash.Unusable _ -> false;
            };
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /// The hash of no password that stands for the one of an account that does not exist.
    String decoy() {
        return decoy;
    }

    private byte[] randomBytes(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Override
    public void close() {
        gate.close();
    }
}
