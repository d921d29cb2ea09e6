package dev.keystead.platform.html;

import java.util.Optional;

/// Whose pages a visitor is on.
///
/// @param name the workspace's name
/// @param stylesheet the address of the sheet that sets the accent colour: see [Accent]
/// @param logo the address of the logo, on this server
/// @param support where to ask for help
public record Brand(String name, Optional<String> stylesheet, Optional<String> logo, Optional<String> support) {
    /// The product itself, where no workspace is known yet.
    public static Brand ofProduct() {
        return new Brand("Keystead", Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// Whether it is the product's own, which is shown with the product's sign.
    public boolean isProduct() {
        return equals(ofProduct());
    }

    /// Stands for the logo where there is none.
    public String initial() {
        return name.substring(0, name.offsetByCodePoints(0, 1));
    }
}
