package dev.keystead.cascade;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Draws what `CascadeFigures` measured: the CPU of a whole piece of work over how many accounts it had, so that
/// what grows with them is a straight line. Run by hand with the table and the picture to write.
final class FiguresPlot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 420;
    private static final int LEFT = 70;
    private static final int RIGHT = 150;
    private static final int TOP = 30;
    private static final int BOTTOM = 60;
    private static final int MARKS = 5;
    private static final int LABEL_HEIGHT = 16;

    private static final Map<String, String> NAMES = Map.of(
            "trust", "trust, first time",
            "trust-again", "trust, again",
            "cascade", "cascade",
            "undo", "cascade undone");

    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 420" width="720" height="420" role="img">
            <title>CPU of trust and cascades by accounts</title>
            <style>
            svg { color: #1d2321; background: #fff; font: 13px system-ui, sans-serif; }
            text { fill: currentColor; }
            .axis { stroke: currentColor; stroke-width: 1; }
            .grid { stroke: currentColor; opacity: .15; }
            .c0 { stroke: #1f5f53; fill: #1f5f53; } .c1 { stroke: #b3541e; fill: #b3541e; }
            .c2 { stroke: #2b5aa8; fill: #2b5aa8; } .c3 { stroke: #8a3f88; fill: #8a3f88; }
            polyline { fill: none !important; stroke-width: 2; }
            @media (prefers-color-scheme: dark) {
            svg { color: #e4e9e7; background: #161a19; }
            .c0 { stroke: #5fc4ae; fill: #5fc4ae; } .c1 { stroke: #f0995f; fill: #f0995f; }
            .c2 { stroke: #86aef0; fill: #86aef0; } .c3 { stroke: #d993d6; fill: #d993d6; }
            }
            </style>
            """;

    private final Map<String, List<Point>> lines;
    private final double mostAccounts;
    private final double mostSeconds;

    private FiguresPlot(Map<String, List<Point>> lines) {
        this.lines = lines;
        this.mostAccounts = round(lines.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Point::accounts)
                .max()
                .orElseThrow());
        this.mostSeconds = round(lines.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Point::seconds)
                .max()
                .orElseThrow());
    }

    /// CPU of all accounts together.
    private record Point(int accounts, double seconds) {}

    public static void main(String[] arguments) throws IOException {
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String[] cells = line.split(",", -1);
            if (NAMES.containsKey(cells[0])) {
                int accounts = Integer.parseInt(cells[1]);
                double each = Double.parseDouble(cells[3]) + Double.parseDouble(cells[4]);
                lines.merge(cells[0], List.of(new Point(accounts, each * accounts / 1000)), FiguresPlot::both);
            }
        }
        Files.writeString(Path.of(arguments[1]), new FiguresPlot(lines).svg());
    }

    private static List<Point> both(List<Point> some, List<Point> more) {
        var all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    /// The next number that people like: 1, 2, 2.5 or 5 with zeros.
    private static double round(double most) {
        double unit = Math.pow(10, Math.floor(Math.log10(most)));
        for (double factor : new double[] {1, 1.5, 2, 2.5, 5, 7.5}) {
            if (factor * unit >= most) {
                return factor * unit;
            }
        }
        return 10 * unit;
    }

    private double x(double accounts) {
        return LEFT + (WIDTH - LEFT - RIGHT) * accounts / mostAccounts;
    }

    private double y(double seconds) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * seconds / mostSeconds;
    }

    private String svg() {
        var svg = new StringBuilder(HEAD);
        for (int mark = 0; mark <= MARKS; mark++) {
            double accounts = mostAccounts * mark / MARKS;
            double seconds = mostSeconds * mark / MARKS;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>\n",
                    x(accounts),
                    TOP,
                    x(accounts),
                    HEIGHT - BOTTOM));
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>\n",
                    LEFT,
                    y(seconds),
                    WIDTH - RIGHT,
                    y(seconds)));
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,.0f</text>\n",
                    x(accounts),
                    HEIGHT - BOTTOM + 20,
                    accounts));
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                    LEFT - 8,
                    y(seconds) + 4,
                    seconds == Math.rint(seconds)
                            ? String.format(Locale.ROOT, "%.0f", seconds)
                            : String.format(Locale.ROOT, "%.1f", seconds)));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n",
                LEFT,
                HEIGHT - BOTTOM,
                WIDTH - RIGHT,
                HEIGHT - BOTTOM));
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"axis\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n",
                LEFT,
                TOP,
                LEFT,
                HEIGHT - BOTTOM));
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">accounts</text>\n",
                (LEFT + WIDTH - RIGHT) / 2,
                HEIGHT - 16));
        svg.append(String.format(
                Locale.ROOT,
                "<text transform=\"translate(18 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
                (TOP + HEIGHT - BOTTOM) / 2,
                "CPU of server and PostgreSQL, s"));
        draw(svg);
        return svg.append("</svg>\n").toString();
    }

    /// Names stand beside the ends of their lines, below each other where the ends are too near.
    private void draw(StringBuilder svg) {
        int number = 0;
        var byHeight = lines.entrySet().stream()
                .sorted((one, other) -> Double.compare(
                        other.getValue().getLast().seconds(),
                        one.getValue().getLast().seconds()))
                .toList();
        double last = -Double.MAX_VALUE;
        for (var line : byHeight) {
            var points = new StringBuilder();
            for (Point point : line.getValue()) {
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(point.accounts()), y(point.seconds())));
                svg.append(String.format(
                        Locale.ROOT,
                        "<circle class=\"c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n",
                        number,
                        x(point.accounts()),
                        y(point.seconds())));
            }
            svg.append(String.format(
                    Locale.ROOT,
                    "<polyline class=\"c%d\" points=\"%s\"/>\n",
                    number,
                    points.toString().strip()));
            last = Math.max(last + LABEL_HEIGHT, y(line.getValue().getLast().seconds()) + 4);
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                    (double) WIDTH - RIGHT + 12,
                    last,
                    NAMES.getOrDefault(line.getKey(), line.getKey())));
            svg.append(String.format(
                    Locale.ROOT,
                    "<circle class=\"c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
                    number,
                    (double) WIDTH - RIGHT + 5,
                    last - 4));
            number++;
        }
    }
}
