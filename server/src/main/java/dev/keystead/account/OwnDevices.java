package dev.keystead.account;

import dev.keystead.audit.Outcome;
import dev.keystead.device.Challenge;
import dev.keystead.device.Device;
import dev.keystead.device.DeviceId;
import dev.keystead.device.DeviceKey;
import dev.keystead.device.Devices;
import dev.keystead.device.authority.Certificate;
import dev.keystead.device.authority.CertificateId;
import dev.keystead.device.authority.Certificates;
import dev.keystead.directory.User;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A person's own devices. Their owner is written to when one is trusted.
final class OwnDevices {
    private final Devices devices;
    private final Certificates certificates;
    private final Sessions sessions;
    private final Notices notices;

    OwnDevices(Devices devices, Certificates certificates, Sessions sessions, Notices notices) {
        this.devices = devices;
        this.certificates = certificates;
        this.sessions = sessions;
        this.notices = notices;
    }

    /// What became of a proof.
    sealed interface Verification {
        record Verified(Device before, Device after) implements Verification {}

        record Wrong() implements Verification {}

        record NotFound() implements Verification {}
    }

    List<Device> list(Me me, Optional<UUID> before, int limit) {
        return devices.list(me.user(), before, limit);
    }

    Optional<Device> find(Me me, DeviceId id) {
        return devices.find(me.user(), id);
    }

    /// The device that the person's session is tied to. Not for use inside a transaction.
    Optional<DeviceId> ofSession(Me me) {
        return me.session().flatMap(session -> sessions.deviceOf(me.workspace().id(), session));
    }

    Outcome<Device> register(Transaction transaction, Me me, String name, DeviceKey key) {
        Session.Client client = me.visitor().client();
        return devices.register(transaction, new Devices.Wish(me.user(), name, key, client.userAgent()));
    }

    Outcome<Device> rename(Transaction transaction, Me me, DeviceId id, Optional<Long> ifVersion, String name) {
        return devices.rename(transaction, me.user(), id, ifVersion, name);
    }

    Optional<Device> revoke(Transaction transaction, Me me, DeviceId id) {
        return devices.revoke(transaction, me.user(), id);
    }

    Optional<Challenge> challenge(Transaction transaction, Me me, DeviceId id) {
        return devices.challenge(transaction, me.user(), id);
    }

    /// Trusts a device that signed its challenge, and from now on has the session end with it. That the person
    /// proved themselves a moment ago, where the device was not trusted yet, is for the caller to ask.
    Verification verify(Transaction transaction, Me me, User owner, DeviceId id, DeviceProof proof) {
        return switch (prove(transaction, me, id, proof)) {
            case Devices.Proof.Wrong() -> new Verification.Wrong();
            case Devices.Proof.NotFound() -> new Verification.NotFound();
            case Devices.Proof.Given(Device before) -> {
                Device after = devices.trust(transaction, id);
                me.session().ifPresent(session -> sessions.attach(transaction, session, me.user(), id));
                if (before.level() == Device.Level.UNTRUSTED) {
                    notices.write(transaction, me, owner, Notice.DEVICE_TRUSTED);
                }
                yield new Verification.Verified(before, after);
            }
        };
    }

    Optional<Devices.SignedChallenge> signed(Me me, Device device, DeviceProof proof) {
        return devices.signed(me.workspace().id(), device, proof.nonce(), proof.signature());
    }

    Devices.Proof prove(Transaction transaction, Me me, DeviceId id, DeviceProof proof) {
        return devices.prove(transaction, me.user(), id, proof.nonce(), proof.signature());
    }

    /// Opens connections of its own: not for the inside of a transaction.
    Certificates.Desk desk() {
        return certificates.desk();
    }

    List<Certificate> certificates(DeviceId device, Optional<UUID> before, int limit) {
        return certificates.list(device, before, limit);
    }

    Outcome<Certificate> revoke(Transaction transaction, DeviceId device, CertificateId id) {
        return certificates.revoke(transaction, Optional.of(device), id, Certificate.Reason.UNSPECIFIED);
    }
}
