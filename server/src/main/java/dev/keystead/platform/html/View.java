package dev.keystead.platform.html;

/// What one template shows. Implemented by a record per page; the template takes it as `page`.
public interface View {
    /// The template's file, such as `landing.jte`.
    String template();
}
