package dev.keystead.credential.totp;

import io.nayuki.qrcodegen.QrCode;

/// A QR code as an SVG element to put into a page.
///
/// It has no style, script or address in it, so that any content security policy lets it pass, and its own white ground
/// with the quiet zone that scanners need, so that it can be read on a dark page too.
public final class QrSvg {
    private static final int QUIET_ZONE = 4;

    private QrSvg() {}

    /// The picture of a text.
    ///
    /// @param title what the picture is, for those who do not see it
    public static String of(String content, String title) {
        QrCode code = QrCode.encodeText(content, QrCode.Ecc.MEDIUM);
        int side = code.size + 2 * QUIET_ZONE;
        String label = escaped(title);
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %1$d" role="img" aria-label="%2$s" \
                shape-rendering="crispEdges"><title>%2$s</title>\
                <path fill="#fff" d="M0 0h%1$dv%1$dh-%1$dz"/><path fill="#000" d="%3$s"/></svg>\
                """.formatted(side, label, path(code));
    }

    /// One bar for each run of dark modules.
    private static String path(QrCode code) {
        var path = new StringBuilder();
        for (int y = 0; y < code.size; y++) {
            for (int x = 0; x < code.size; x++) {
                int start = x;
                while (x < code.size && code.getModule(x, y)) {
                    x++;
                }
                if (x > start) {
                    path.append('M').append(start + QUIET_ZONE).append(' ').append(y + QUIET_ZONE);
                    path.append('h')
                            .append(x - start)
                            .append("v1h-")
                            .append(x - start)
                            .append('z');
                }
            }
        }
        return path.toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
