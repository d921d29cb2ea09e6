package dev.keystead.account;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.device.Challenge;
import dev.keystead.device.Device;
import dev.keystead.device.DeviceId;
import dev.keystead.device.DeviceKey;
import dev.keystead.device.DeviceView;
import dev.keystead.device.Devices;
import dev.keystead.device.authority.Certificate;
import dev.keystead.device.authority.CertificateId;
import dev.keystead.device.authority.CertificateView;
import dev.keystead.device.authority.Certificates;
import dev.keystead.device.authority.CertificationRequest;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.key.Engine;
import dev.keystead.login.Door;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One's own devices for programs: registering them, showing that they hold their keys, and getting certificates
/// for them.
public final class OwnDeviceRoutes {
    /// How old the proof of a person may be with which a device is trusted, whatever the workspace allows.
    private static final Duration STEP_UP = Duration.ofMinutes(5);

    private static final String READ = "read:user:self";
    private static final String WRITE = "write:user:self";
    private static final String ALL = "/v1/me/devices";
    private static final String ONE = ALL + "/{id}";
    private static final String CERTIFICATES = ONE + "/certificates";
    private static final String WRONG_PROOF =
            "the nonce is not the one that was given last, or is too old, or the signature is not by the device's key";

    private final Door door;
    private final RecentProof proof;
    private final OwnDevices devices;
    private final Directory directory;
    private final AuditLog audit;
    private final Clock clock;
    private final Answers<Device> answers;

    OwnDeviceRoutes(
            Door door, RecentProof proof, OwnDevices devices, Directory directory, AuditLog audit, Clock clock) {
        this.door = door;
        this.proof = proof;
        this.devices = devices;
        this.directory = directory;
        this.audit = audit;
        this.clock = clock;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Device::id,
                        Device::version,
                        this::view,
                        device -> ALL + "/" + device.id().text()));
    }

    List<Route> routes() {
        return List.of(
                Route.get(ALL, "List your devices, newest first")
                        .self(READ)
                        .answers(Shape.page(DeviceView.class), this::list),
                Route.post(ALL, "Register a device by its public key; nobody trusts it yet")
                        .self(WRITE)
                        .audits("device.register")
                        .takes(RegisterDevice.class)
                        .prepares(201, Shape.of(DeviceView.class), this::register),
                Route.get(ONE, "Read one of your devices").self(READ).answers(Shape.of(DeviceView.class), this::read),
                Route.patch(ONE, "Give one of your devices another name")
                        .self(WRITE)
                        .audits("device.rename")
                        .versioned()
                        .takes(RenameDevice.class)
                        .prepares(200, Shape.of(DeviceView.class), this::rename),
                Route.delete(ONE, "Revoke one of your devices: its sessions, certificates and tokens end")
                        .self(WRITE)
                        .audits("device.revoke")
                        .takesNothing()
                        .prepares(204, Shape.nothing(), this::revoke),
                Route.post(ONE + ":challenge", "Get what the device shall sign, once and within minutes")
                        .self(WRITE)
                        .auditsNothing("nothing comes of it unless it is signed")
                        .takesNothing()
                        .prepares(200, Shape.of(Challenge.class), this::challenge),
                Route.post(ONE + ":verify", "Show that the device holds its key; the session is tied to it")
                        .self(WRITE)
                        .audits("device.verify")
                        .takes(VerifyDevice.class)
                        .prepares(200, Shape.of(DeviceView.class), this::verify),
                Route.get(CERTIFICATES, "List the certificates of one of your devices, newest first")
                        .self(READ)
                        .answers(Shape.page(CertificateView.class), this::listCertificates),
                Route.post(CERTIFICATES, "Get a certificate for one of your devices, or renew it")
                        .self(WRITE)
                        .audits("binding_certificate.issue")
                        .takes(CertifyDevice.class)
                        .prepares(201, Shape.of(CertificateView.class), this::certify),
                Route.delete(CERTIFICATES + "/{certificate}", "Revoke a certificate of one of your devices")
                        .self(WRITE)
                        .audits("binding_certificate.revoke")
                        .takesNothing()
                        .prepares(204, Shape.nothing(), this::revokeCertificate));
    }

    /// The wish to register a device, by one of both forms of its key.
    ///
    /// @param jwk a public P-256 or Ed25519 key (RFC 7517)
    /// @param publicKey the same as a PEM block `PUBLIC KEY`
    public record RegisterDevice(
            String name, @Nullable JsonNode jwk, @Nullable String publicKey) {
        private static final int LONGEST_KEY = 2_000;

        public RegisterDevice {
            var fields = new Fields();
            name = fields.text("name", name, 1, 120);
            fields.refuseIf(
                    (jwk == null) == (publicKey == null), "public_key", "give the key once: as jwk or as public_key");
            fields.refuseIf(
                    jwk != null && DeviceKey.ofJwk(jwk).isEmpty(), "jwk", "must be a public P-256 or Ed25519 key");
            fields.refuseIf(
                    publicKey != null
                            && (publicKey.length() > LONGEST_KEY
                                    || DeviceKey.ofPem(publicKey).isEmpty()),
                    "public_key",
                    "must be a P-256 or Ed25519 key as a PEM block PUBLIC KEY");
            fields.refuseIfAny();
        }

        DeviceKey key() {
            return Optional.ofNullable(jwk)
                    .flatMap(DeviceKey::ofJwk)
                    .or(() -> Optional.ofNullable(publicKey).flatMap(DeviceKey::ofPem))
                    .orElseThrow();
        }
    }

    /// The wish for another name.
    public record RenameDevice(String name) {
        public RenameDevice {
            var fields = new Fields();
            name = fields.text("name", name, 1, 120);
            fields.refuseIfAny();
        }
    }

    /// A challenge that the device signed.
    ///
    /// @param signature over the UTF-8 bytes of the challenge's message, in base64url: for P-256 with
    ///     SHA-256, as two numbers (RFC 7518) or in DER
    public record VerifyDevice(String nonce, String signature) {
        public VerifyDevice {
            var fields = new Fields();
            DeviceProof.check(fields, nonce, signature);
            fields.refuseIfAny();
        }
    }

    /// The wish for a certificate.
    ///
    /// @param csr a PKCS #10 request in PEM, of which nothing but the key counts
    /// @param nonce of a challenge that the device signed
    /// @param signature as for verifying
    public record CertifyDevice(String csr, String nonce, String signature) {
        public CertifyDevice {
            var fields = new Fields();
            fields.refuseIf(
                    csr.length() > CertificationRequest.LONGEST,
                    "csr",
                    "must have at most " + CertificationRequest.LONGEST + " characters");
            DeviceProof.check(fields, nonce, signature);
            fields.refuseIfAny();
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        var before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Device> found = devices.list(Me.of(call, door), before, paging.fetch());
        return Reply.ok(Page.of(found, paging, device -> Cursor.of(device.id().value()), this::view));
    }

    private Reply read(Call call) {
        return answers.found(devices.find(Me.of(call, door), id(call)));
    }

    private Work.ChangingBare register(Call call, RegisterDevice body) {
        Me me = Me.of(call, door);
        return (_, transaction) ->
                answers.to(call, transaction, devices.register(transaction, me, body.name(), body.key()));
    }

    private Work.ChangingBare rename(Call call, RenameDevice body) {
        Me me = Me.of(call, door);
        return (_, transaction) ->
                answers.to(call, transaction, devices.rename(transaction, me, id(call), call.ifMatch(), body.name()));
    }

    private Work.ChangingBare revoke(Call call) {
        Me me = Me.of(call, door);
        return (_, transaction) -> {
            Optional<Device> revoked = devices.revoke(transaction, me, id(call));
            revoked.ifPresent(
                    device -> audit.write(transaction, call, device.id(), AuditLog.Change.removed(view(device))));
            return revoked.isPresent() ? Reply.empty() : Reply.notFound();
        };
    }

    private Work.ChangingBare challenge(Call call) {
        Me me = Me.of(call, door);
        return (_, transaction) ->
                devices.challenge(transaction, me, id(call)).map(Reply::ok).orElseGet(Reply::notFound);
    }

    private Work.ChangingBare verify(Call call, VerifyDevice body) {
        Me me = Me.of(call, door);
        Device found = find(me, call);
        if (found.level() == Device.Level.UNTRUSTED && !proof.isGiven(call, STEP_UP)) {
            return Work.instead(RecentProof.missing());
        }
        var given = DeviceProof.of(body.nonce(), body.signature());
        return (_, transaction) -> {
            User owner = directory.find(transaction, me.user()).orElseThrow(Refusal::notFound);
            return switch (devices.verify(transaction, me, owner, found.id(), given)) {
                case OwnDevices.Verification.Verified(Device before, Device after) -> {
                    audit.write(transaction, call, after.id(), new AuditLog.Change(view(before), view(after)));
                    yield Reply.ok(view(after)).withVersion(after.version());
                }
                case OwnDevices.Verification.Wrong() -> Reply.refused(400, WRONG_PROOF);
                case OwnDevices.Verification.NotFound() -> Reply.notFound();
            };
        };
    }

    private Reply listCertificates(Call call) {
        Device device = find(Me.of(call, door), call);
        Paging paging = call.paging();
        var before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Certificate> found = devices.certificates(device.id(), before, paging.fetch());
        return Reply.ok(Page.of(found, paging, one -> Cursor.of(one.id().value()), this::view));
    }

    private Work.ChangingBare certify(Call call, CertifyDevice body) {
        Me me = Me.of(call, door);
        Device found = find(me, call);
        DeviceKey key = switch (CertificationRequest.read(Engine.ofThisProcess(), body.csr())) {
            case CertificationRequest.Reading.Right(CertificationRequest request) -> request.key();
            case CertificationRequest.Reading.Wrong(String why) -> throw BadInput.member("csr", why);
        };
        if (!key.equals(found.key())) {
            throw BadInput.member("csr", "must be for the key of the device");
        }
        if (found.level() == Device.Level.UNTRUSTED) {
            return Work.instead(Reply.conflict("the device is not trusted yet; verify it first"));
        }
        Certificates.Desk desk = devices.desk();
        var given = DeviceProof.of(body.nonce(), body.signature());
        Optional<Devices.SignedChallenge> signed = devices.signed(me, found, given);
        return (_, transaction) -> signed.flatMap(challenge -> desk.issue(transaction, found, challenge))
                .map(made -> issued(call, transaction, made))
                .orElseGet(() -> notIssued(transaction, me, found, given));
    }

    private Reply issued(Call call, Transaction transaction, Certificate made) {
        CertificateView view = view(made);
        audit.write(transaction, call, made.id(), AuditLog.Change.made(view));
        return Reply.created(
                ALL + "/" + made.device().text() + "/certificates/" + made.id().text(), view);
    }

    /// Says why, and uses the challenge up.
    private Reply notIssued(Transaction transaction, Me me, Device found, DeviceProof given) {
        return switch (devices.prove(transaction, me, found.id(), given)) {
            case Devices.Proof.Given _ ->
                Reply.conflict("the device has " + Certificates.MOST + " valid certificates; revoke some first");
            case Devices.Proof.Wrong() -> Reply.refused(400, WRONG_PROOF);
            case Devices.Proof.NotFound() -> Reply.notFound();
        };
    }

    private Work.ChangingBare revokeCertificate(Call call) {
        Device device = find(Me.of(call, door), call);
        CertificateId id = call.id("certificate", CertificateId::new, Prefix.BINDING_CERTIFICATE.text());
        return (_, transaction) -> {
            Outcome<Certificate> outcome = devices.revoke(transaction, device.id(), id);
            if (outcome instanceof Outcome.Changed<Certificate>(Certificate before, Certificate after)) {
                audit.write(transaction, call, id, new AuditLog.Change(view(before), view(after)));
                return Reply.empty();
            }
            return outcome instanceof Outcome.Refused<Certificate>(String reason, var _)
                    ? Reply.conflict(reason)
                    : Reply.notFound();
        };
    }

    private Device find(Me me, Call call) {
        return devices.find(me, id(call)).orElseThrow(Refusal::notFound);
    }

    private DeviceView view(Device device) {
        return DeviceView.of(device, clock.instant());
    }

    private CertificateView view(Certificate certificate) {
        Instant now = clock.instant();
        return CertificateView.of(certificate, now);
    }

    private static DeviceId id(Call call) {
        return call.id("id", DeviceId::new, Prefix.DEVICE.text());
    }
}
