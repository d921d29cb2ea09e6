package dev.keystead.server;

/// The version of the product that runs.
public final class Version {
    private Version() {}

    public static String current() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
