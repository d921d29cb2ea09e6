package dev.keystead.platform.http.site;

import java.util.function.BooleanSupplier;

/// Something that must work before this node takes requests. The check is asked at each probe and must be quick; one
/// that throws has failed.
public record ReadinessCheck(String name, BooleanSupplier passes) {}
