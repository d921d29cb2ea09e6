package dev.keystead.platform.db;

/// A role of the database and its password.
public record Login(String user, String password) {
    @Override
    public String toString() {
        return user;
    }
}
