package dev.keystead.server;

import dev.keystead.client.ClientId;
import dev.keystead.device.Device;
import dev.keystead.device.DeviceId;
import dev.keystead.device.DeviceKey;
import dev.keystead.device.Devices;
import dev.keystead.device.HeldDevice;
import dev.keystead.device.authority.Certificates;
import dev.keystead.device.authority.CertificationRequest;
import dev.keystead.device.authority.Making;
import dev.keystead.directory.UserId;
import dev.keystead.grant.AccessToken;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Binding;
import dev.keystead.key.Algorithm;
import dev.keystead.key.Engine;
import dev.keystead.oauth.HolderKey;
import dev.keystead.oauth.proof.Judging;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.WorkspaceId;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Prints which share of the CPU is signatures when a certificate of a device is issued and when a token is checked
/// that is bound to its key: the deeds themselves, on one thread, by the classes that the routes call, without what is
/// stored of them and without HTTP. `bin/bench devices` has both with all that belongs to a request.
///
/// Signatures and deeds take turns in each round. Not a test: `bin/bench inside` runs it.
final class DeviceFigures {
    private static final int TIMES = Integer.getInteger("operations", 10_000);
    private static final int ROUNDS = Integer.getInteger("rounds", 5);
    private static final int WARM_UP = Integer.getInteger("warmup", 40_000);
    private static final int MESSAGE = 400;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final TestServer server = TestServer.start("--roles", "web", "--log-level", "warn");
    private final WorkspaceId workspace = server.makeOrganisation("figures").workspace();
    private final Engine engine = Engine.ofThisProcess();
    private final HolderKey key = HolderKey.of("ES256");

    private DeviceFigures() {}

    /// What is done, and of what signatures it consists.
    private record Deed(String title, int verified, int signed, Supplier<BooleanSupplier> round) {
        double signatures(Bare bare) {
            return verified * bare.verify() + signed * bare.sign();
        }
    }

    /// Microseconds of CPU.
    private record Bare(double verify, double sign) {}

    public static void main(String[] arguments) {
        new DeviceFigures().measure();
        System.exit(0);
    }

    private void measure() {
        Deed[] deeds = {issuing(), checking()};
        KeyPair pair = engine.generate(Algorithm.ES256);
        PublicKey open = engine.publicKey(Algorithm.ES256, pair.getPublic().getEncoded());
        PrivateKey secret = engine.privateKey(Algorithm.ES256, pair.getPrivate().getEncoded());
        byte[] message = new byte[MESSAGE];
        byte[] signed = engine.sign(Algorithm.ES256, secret, message);
        BooleanSupplier verify = () -> engine.verify(Algorithm.ES256, open, message, signed);
        BooleanSupplier sign = () -> engine.sign(Algorithm.ES256, secret, message).length > 0;
        micros(WARM_UP, verify);
        micros(WARM_UP, sign);
        for (Deed deed : deeds) {
            micros(WARM_UP, deed.round().get());
        }
        var costs = new double[deeds.length][ROUNDS];
        var shares = new double[deeds.length][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < deeds.length; i++) {
                BooleanSupplier work = deeds[i].round().get();
                double before = micros(TIMES, verify);
                costs[i][round] = micros(TIMES, work);
                var bare = new Bare((before + micros(TIMES, verify)) / 2, micros(TIMES, sign));
                shares[i][round] = 100 * deeds[i].signatures(bare) / costs[i][round];
            }
        }
        for (int i = 0; i < deeds.length; i++) {
            Arrays.sort(costs[i]);
            Arrays.sort(shares[i]);
            System.out.printf(
                    "%s (%d checked, %d made): CPU %.1f µs, of which signatures %.0f %% (%.0f to %.0f %% in %d rounds)%n",
                    deeds[i].title(),
                    deeds[i].verified(),
                    deeds[i].signed(),
                    costs[i][ROUNDS / 2],
                    shares[i][ROUNDS / 2],
                    shares[i][0],
                    shares[i][ROUNDS - 1],
                    ROUNDS);
        }
    }

    private static double micros(int times, BooleanSupplier deed) {
        long begun = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < times; i++) {
            if (!deed.getAsBoolean()) {
                throw new IllegalStateException("something that is right was refused");
            }
        }
        return (THREADS.getCurrentThreadCpuTime() - begun) / 1e3 / times;
    }

    /// The request is read and checked, the answer to the challenge is checked, the certificate is made.
    private Deed issuing() {
        Devices devices = server.wiring().devices().devices();
        Certificates certificates = server.wiring().devices().certificates();
        Certificates.Desk desk = Scope.tenant(workspace.value()).call(certificates::desk);
        Device device = device();
        String request = HeldDevice.csr(key);
        String nonce = "A".repeat(43);
        String message = "keystead device proof\n" + workspace.text() + "\n"
                + device.id().text() + "\n" + nonce;
        byte[] signature = Base64.getUrlDecoder().decode(HeldDevice.sign(key, message));
        return new Deed("issue a certificate", 2, 1, () -> () -> {
            boolean asked = CertificationRequest.read(engine, request)
                            instanceof CertificationRequest.Reading.Right(CertificationRequest right)
                    && right.key().equals(device.key());
            boolean proven = devices.signed(workspace, device, nonce, signature).isPresent();
            return asked
                    && proven
                    && !Making.of(desk, workspace.value(), device, Instant.now())
                            .pem()
                            .isEmpty();
        });
    }

    private Device device() {
        Instant now = Instant.now();
        return new Device(
                DeviceId.make(),
                UserId.make(),
                "Laptop",
                DeviceKey.ofInfo(key.pair().getPublic().getEncoded()).orElseThrow(),
                Device.Level.TRUSTED,
                Optional.empty(),
                "",
                1,
                now,
                Optional.of(now),
                Optional.empty(),
                Optional.empty());
    }

    /// The token is checked, and that nobody revoked it; then the proof beside it.
    private Deed checking() {
        String issuer = "https://id.example.org/t/figures";
        AccessTokens tokens = server.wiring().oauth().accessTokens();
        AccessToken made = tokens.fresh(new AccessToken.Wish(
                workspace,
                issuer,
                ClientId.make(),
                "an-application",
                UserId.make().text(),
                Optional.empty(),
                List.of("openid", "email", "profile"),
                List.of(issuer),
                Optional.of(new Binding(Binding.Kind.DPOP, key.thumbprint())),
                Map.of(),
                Duration.ofHours(1)));
        String token = tokens.noteWhile(made, () -> tokens.sign(made));
        var judging = new Judging(MasterKey.of(new byte[32]));
        URI address = URI.create(issuer + "/oidc/v1/userinfo");
        return new Deed("check a bound token", 2, 0, () -> {
            // A proof is good for a minute.
            String proof = key.proof("GET", address.toString()).with(token).signed();
            return () -> tokens.verify(workspace, token)
                    .flatMap(AccessToken.Verified::binding)
                    .map(Binding::thumbprint)
                    .filter(bound -> judging.key(workspace, address, token, proof)
                            .filter(bound::equals)
                            .isPresent())
                    .isPresent();
        });
    }
}
