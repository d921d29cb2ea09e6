package dev.keystead.credential.passkey;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Names for authenticators that people know, by the id of their make (AAGUID), so that a new passkey has a name that
/// its owner recognises. The id is the authenticator's own claim and decides nothing.
public final class PasskeyMakes {
    private static final Map<UUID, String> NAMES = Map.ofEntries(
            make("fbfc3007-154e-4ecc-8c0b-6e020557d7bd", "iCloud Keychain"),
            make("dd4ec289-e01d-41c9-bb89-70fa845d4bf2", "iCloud Keychain"),
            make("ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4", "Google Password Manager"),
            make("adce0002-35bc-c60a-648b-0b25f1f05503", "Chrome on Mac"),
            make("08987058-cadc-4b81-b6e1-30de50dcbe96", "Windows Hello"),
            make("9ddd1817-af5a-4672-a2b9-3e3dd95000a9", "Windows Hello"),
            make("6028b017-b1d4-4c02-b4b3-afcdafc96bb2", "Windows Hello"),
            make("53414d53-554e-4700-0000-000000000000", "Samsung Pass"),
            make("bada5566-a7aa-401f-bd96-45619a55120d", "1Password"),
            make("d548826e-79b4-db40-a3d8-11116f7e8349", "Bitwarden"),
            make("531126d6-e717-415c-9320-3d9aa6981239", "Dashlane"),
            make("fdb141b2-5d84-443e-8a35-4698c205a502", "KeePassXC"),
            make("50726f74-6f6e-5061-7373-50726f746f6e", "Proton Pass"),
            make("cb69481e-8ff7-4039-93ec-0a2729a154a8", "YubiKey 5"),
            make("ee882879-721c-4913-9775-3dfcce97072a", "YubiKey 5"),
            make("fa2b99dc-9e39-4257-8f92-4a30d23c4118", "YubiKey 5 NFC"),
            make("2fc0579f-8113-47ea-b116-bb5a8db9202a", "YubiKey 5 NFC"),
            make("c5ef55ff-ad9a-4b9f-b580-adebafe026d0", "YubiKey 5Ci"));

    private PasskeyMakes() {}

    public static String name(UUID aaguid) {
        return Optional.ofNullable(NAMES.get(aaguid)).orElse("Passkey");
    }

    private static Map.Entry<UUID, String> make(String aaguid, String name) {
        return entry(UUID.fromString(aaguid), name);
    }
}
