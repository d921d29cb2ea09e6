package dev.keystead.device.authority;

import dev.keystead.device.EcdsaForm;
import dev.keystead.key.Algorithm;
import dev.keystead.key.Engine;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLDistPoint;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.DistributionPoint;
import org.bouncycastle.asn1.x509.DistributionPointName;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V2TBSCertListGenerator;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/// An authority ready to sign: signing asks nothing but the processor. What all of its certificates have in common
/// is put together once.
final class Issuer {
    private static final AlgorithmIdentifier ECDSA = new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
    private static final byte[] ECDSA_DER = Der.of(ECDSA);
    private static final int KEY_IDENTIFIER = 20;

    private static final Extension NO_AUTHORITY =
            extension(Extension.basicConstraints, true, new BasicConstraints(false));
    private static final Extension SIGNS = extension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    private static final Extension SIGNS_CERTIFICATES =
            extension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    private static final Extension FOR_CLIENTS =
            extension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));

    private final AuthorityId id;
    private final Instant expiresAt;
    private final X500Name name;
    private final Extension keyIdentifier;
    private final Engine engine;
    private final PrivateKey key;

    /// @param info the authority's public key as SubjectPublicKeyInfo
    Issuer(AuthorityId id, Instant expiresAt, X500Name name, byte[] info, Engine engine, PrivateKey key) {
        this.id = id;
        this.expiresAt = expiresAt;
        this.name = name;
        this.keyIdentifier =
                extension(Extension.authorityKeyIdentifier, false, new AuthorityKeyIdentifier(keyIdentifier(info)));
        this.engine = engine;
        this.key = key;
    }

    AuthorityId id() {
        return id;
    }

    Instant expiresAt() {
        return expiresAt;
    }

    /// What every certificate has.
    ///
    /// @param info the key that it is for, as SubjectPublicKeyInfo
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Subject(BigInteger serial, X500Name name, byte[] info, Instant from, Instant until) {}

    /// The certificate of a device.
    ///
    /// @param uri names workspace, person and device
    /// @param list the address of the list in which it would be, once revoked
    byte[] device(Subject subject, String uri, String list) {
        return certificate(
                subject,
                NO_AUTHORITY,
                SIGNS,
                FOR_CLIENTS,
                subjectKey(subject),
                keyIdentifier,
                extension(
                        Extension.subjectAlternativeName,
                        false,
                        new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, uri))),
                list(list));
    }

    /// The certificate of an authority that signs those of devices.
    byte[] intermediate(Subject subject, String list) {
        return certificate(
                subject,
                extension(Extension.basicConstraints, true, new BasicConstraints(0)),
                SIGNS_CERTIFICATES,
                FOR_CLIENTS,
                subjectKey(subject),
                keyIdentifier,
                list(list));
    }

    /// Its own certificate, when it is a root.
    byte[] root(Subject subject) {
        return certificate(
                subject,
                extension(Extension.basicConstraints, true, new BasicConstraints(1)),
                SIGNS_CERTIFICATES,
                subjectKey(subject),
                keyIdentifier);
    }

    /// Something that was revoked.
    record Revoked(BigInteger serial, Instant at, Certificate.Reason why) {}

    /// A list of what this authority signed and revoked (RFC 5280 section 5).
    byte[] list(List<Revoked> revoked, long number, Instant now, Instant next) {
        var list = new V2TBSCertListGenerator();
        list.setSignature(ECDSA);
        list.setIssuer(name);
        list.setThisUpdate(time(now));
        list.setNextUpdate(time(next));
        revoked.forEach(one -> list.addCRLEntry(
                new ASN1Integer(one.serial()), time(one.at()), one.why().code()));
        list.setExtensions(new Extensions(new Extension[] {
            keyIdentifier, extension(Extension.cRLNumber, false, new CRLNumber(BigInteger.valueOf(number)))
        }));
        return signed(Der.of(list.generateTBSCertList()));
    }

    private byte[] certificate(Subject subject, Extension... extensions) {
        var certificate = new V3TBSCertificateGenerator();
        certificate.setSerialNumber(new ASN1Integer(subject.serial()));
        certificate.setSignature(ECDSA);
        certificate.setIssuer(name);
        certificate.setStartDate(time(subject.from()));
        certificate.setEndDate(time(subject.until()));
        certificate.setSubject(subject.name());
        certificate.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(subject.info()));
        certificate.setExtensions(new Extensions(extensions));
        return signed(Der.of(certificate.generateTBSCertificate()));
    }

    private byte[] signed(byte[] toSign) {
        byte[] signature = EcdsaForm.toDer(engine.sign(Algorithm.ES256, key, toSign));
        return Der.sequence(toSign, ECDSA_DER, Der.bitString(signature));
    }

    private static Extension subjectKey(Subject subject) {
        return extension(
                Extension.subjectKeyIdentifier, false, new SubjectKeyIdentifier(keyIdentifier(subject.info())));
    }

    private static Extension list(String address) {
        var name = new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, address));
        var point = new DistributionPoint(new DistributionPointName(name), null, null);
        return extension(Extension.cRLDistributionPoints, false, new CRLDistPoint(new DistributionPoint[] {point}));
    }

    /// RFC 7093 section 2, method 1: the leftmost 160 bits of the SHA-256 of the key's bits.
    private static byte[] keyIdentifier(byte[] info) {
        try {
            byte[] bits =
                    SubjectPublicKeyInfo.getInstance(info).getPublicKeyData().getBytes();
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(bits), KEY_IDENTIFIER);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }

    private static Extension extension(ASN1ObjectIdentifier id, boolean critical, ASN1Encodable value) {
        return new Extension(id, critical, new DEROctetString(Der.of(value)));
    }

    private static Time time(Instant at) {
        return new Time(Date.from(at));
    }

    /// Never the key itself.
    @Override
    public String toString() {
        return id.text();
    }
}
