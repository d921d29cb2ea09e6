package dev.keystead.reference;

import dev.keystead.reference.Picture.Field;
import dev.keystead.reference.Picture.Kind;
import dev.keystead.reference.PictureRoutes.Drawn;
import dev.keystead.reference.PictureRoutes.Place;
import dev.keystead.reference.PictureRoutes.Point;
import dev.keystead.reference.PictureRoutes.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Draws a picture of a schema: boxes with their columns, and a line for each reference. It has its own background and
/// colours for light and for dark, so it can be read wherever it is shown.
final class PictureSvg {
    private static final int TOP = 100;
    private static final int LEGEND_LEAST = 680;
    private static final int LINE_COLOURS = 6;

    /// Which colour a scope has; a table of two scopes has that of the first.
    private static final Map<String, String> SCOPES = scopes();

    private static Map<String, String> scopes() {
        var scopes = new LinkedHashMap<String, String>();
        scopes.put("tenant", "tenant");
        scopes.put("org", "org");
        scopes.put("project", "project");
        scopes.put("user", "user");
        scopes.put("system-wide", "shared");
        return scopes;
    }

    private static final String STYLE = """
            <style>
            svg { --paper: #ffffff; --ink: #1f2328; --soft: #636c76; --line: #c4cad1; --box: #fbfcfd;
              --tenant: #d3e4fb; --org: #e6dafb; --project: #d2eedb; --user: #fbe3c8; --shared: #e3e5e8; --none: #eceff2;
              --l0: #2f6fb7; --l1: #a85b15; --l2: #2e7d4f; --l3: #8e4bb0; --l4: #b8393b; --l5: #22808a; }
            @media (prefers-color-scheme: dark) {
              svg { --paper: #12161c; --ink: #e6edf3; --soft: #98a2ae; --line: #48515c; --box: #1a2028;
                --tenant: #1d3c63; --org: #432f66; --project: #1d4a30; --user: #5c3d17; --shared: #3a414a; --none: #2a313a;
                --l0: #6cabf0; --l1: #e39a54; --l2: #66c08a; --l3: #c490e4; --l4: #ef7f80; --l5: #5cc4cf; }
            }
            text { font: 12px ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--ink); }
            .mono { font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
            .name { font-weight: 600; }
            .title { font-size: 17px; font-weight: 600; }
            .soft { fill: var(--soft); }
            .key { font-size: 8.5px; font-weight: 700; fill: var(--soft); }
            .tag { font-size: 10px; fill: var(--soft); }
            .count { font-size: 9.5px; }
            .box { fill: var(--box); stroke: var(--line); }
            .stub { fill: var(--paper); stroke: var(--line); stroke-dasharray: 4 3; }
            .rule { stroke: var(--line); }
            .link { fill: none; stroke-width: 1.4; stroke-linejoin: round; }
            .look { stroke-dasharray: 5 4; }
            </style>
            """;

    private final StringBuilder out = new StringBuilder();
    private final Picture picture;
    private final Drawn drawn;
    private final int width;

    private PictureSvg(Picture picture) {
        this.picture = picture;
        this.drawn = PictureRoutes.of(picture, TOP);
        this.width = Math.max(drawn.width(), LEGEND_LEAST);
    }

    static String of(Picture picture) {
        return new PictureSvg(picture).draw();
    }

    private String draw() {
        line("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">"
                .formatted(width, drawn.height(), width, drawn.height()));
        line("<title>" + escaped("The tables of " + picture.title()) + "</title>");
        out.append(STYLE);
        line("<rect width=\"100%\" height=\"100%\" style=\"fill: var(--paper)\"/>");
        legend();
        Map<String, Integer> colours = colours();
        drawn.routes()
                .forEach(route -> link(route, colours.getOrDefault(route.link().to(), 0)));
        drawn.places().forEach(this::box);
        line("</svg>");
        return out.toString();
    }

    /// Each box that is referred to has a colour for the lines that lead to it.
    private Map<String, Integer> colours() {
        SortedSet<String> targets =
                picture.links().stream().map(Picture.Link::to).collect(Collectors.toCollection(TreeSet::new));
        var colours = new LinkedHashMap<String, Integer>();
        targets.forEach(target -> colours.put(target, colours.size() % LINE_COLOURS));
        return colours;
    }

    private void legend() {
        text(PictureRoutes.MARGIN, 30, "title", picture.title());
        int x = PictureRoutes.MARGIN;
        for (Map.Entry<String, String> scope : SCOPES.entrySet()) {
            rect(x, 42, 12, 12, "style=\"fill: var(--%s); stroke: var(--line)\"".formatted(scope.getValue()));
            text(x + 17, 52, "tag", scope.getKey());
            x += 32 + scope.getKey().length() * 6;
        }
        text(x + 6, 52, "tag", "the scope that keeps rows apart");
        text(PictureRoutes.MARGIN, 69, "tag", "PK primary key · FK refers to another table · ? may be empty");
        text(
                PictureRoutes.MARGIN,
                84,
                "tag",
                "n:1 many rows refer to one · n:0..1 to one or none · 1:1 one refers to one · dashed: a view, or a table"
                        + " of another schema");
    }

    private void box(Place place) {
        Kind kind = place.box().kind();
        int x = place.x();
        int y = place.y();
        rect(
                x,
                y,
                place.width(),
                place.height(),
                "rx=\"5\" class=\"%s\"".formatted(kind == Kind.TABLE ? "box" : "stub"));
        if (kind == Kind.TABLE) {
            // The head has the colour of the scope; its lower corners are square.
            line("<path d=\"M%d %d v%d a5 5 0 0 1 5 -5 h%d a5 5 0 0 1 5 5 v%d z\" style=\"fill: var(--%s)\"/>"
                    .formatted(
                            x,
                            y + PictureLayout.HEAD,
                            5 - PictureLayout.HEAD,
                            place.width() - 10,
                            PictureLayout.HEAD - 5,
                            colour(place.box().scope())));
        }
        text(x + 10, y + 17, kind == Kind.STUB ? "soft" : "name", PictureLayout.shown(place.box()));
        right(x + place.width() - 9, y + 17, "tag", PictureLayout.tag(place.box()));
        if (kind != Kind.STUB) {
            line("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" class=\"rule\"/>"
                    .formatted(x, y + PictureLayout.HEAD, x + place.width(), y + PictureLayout.HEAD));
        }
        int row = y + PictureLayout.HEAD;
        for (Field field : place.box().fields()) {
            row(field, x, row + 12, place.width());
            row += PictureLayout.ROW;
        }
    }

    private void row(Field field, int x, int y, int boxWidth) {
        if (field.primary() || field.foreign()) {
            text(x + 8, y, "key", field.primary() ? "PK" : "FK");
        }
        text(x + 27, y, "mono", field.name());
        right(x + boxWidth - 9, y, "mono soft", field.type() + (field.nullable() ? "?" : ""));
    }

    private static String colour(String scope) {
        return SCOPES.entrySet().stream()
                .filter(known -> scope.startsWith(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("none");
    }

    private void link(Route route, int number) {
        String colour = "var(--l" + number + ")";
        List<Point> points = route.points();
        String path = "M" + points.stream().map(p -> p.x() + " " + p.y()).collect(Collectors.joining(" L"));
        line("<path d=\"%s\" class=\"link%s\" style=\"stroke: %s\"/>"
                .formatted(path, route.link().isLook() ? " look" : "", colour));
        Point last = points.getLast();
        int back = points.get(points.size() - 2).x() > last.x() ? 8 : -8;
        line("<path d=\"M%d %d l%d -4 v8 z\" style=\"fill: %s\"/>".formatted(last.x(), last.y(), back, colour));
        if (!route.link().isLook()) {
            beginning(points.getFirst(), points.get(1), route.link().count(), colour);
        }
    }

    /// A crow's foot for many, a bar for one, and the count in letters.
    private void beginning(Point first, Point second, String count, String colour) {
        int out = second.x() > first.x() ? 1 : -1;
        String foot = count.startsWith("n")
                ? "M%1$d %2$d l%3$d -4 M%1$d %2$d l%3$d 4".formatted(first.x() + out * 8, first.y(), out * -8)
                : "M%d %d v8".formatted(first.x() + out * 6, first.y() - 4);
        line("<path d=\"%s\" class=\"link\" style=\"stroke: %s\"/>".formatted(foot, colour));
        line("<circle cx=\"%d\" cy=\"%d\" r=\"2.2\" style=\"fill: %s\"/>".formatted(second.x(), second.y(), colour));
        String anchor = out > 0 ? "start" : "end";
        line("<text x=\"%d\" y=\"%d\" class=\"count\" text-anchor=\"%s\" style=\"fill: %s\">%s</text>"
                .formatted(first.x() + out * 11, first.y() - 3, anchor, colour, escaped(count)));
    }

    private void rect(int x, int y, int boxWidth, int height, String more) {
        line("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" %s/>".formatted(x, y, boxWidth, height, more));
    }

    private void text(int x, int y, String style, String words) {
        line("<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>".formatted(x, y, style, escaped(words)));
    }

    private void right(int x, int y, String style, String words) {
        if (!words.isEmpty()) {
            line("<text x=\"%d\" y=\"%d\" class=\"%s\" text-anchor=\"end\">%s</text>"
                    .formatted(x, y, style, escaped(words)));
        }
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private static String escaped(String words) {
        var escaped = new ArrayList<String>();
        words.codePoints()
                .forEach(c -> escaped.add(
                        switch (c) {
                            case '<' -> "&lt;";
                            case '>' -> "&gt;";
                            case '&' -> "&amp;";
                            case '"' -> "&quot;";
                            default -> Character.toString(c);
                        }));
        return String.join("", escaped);
    }
}
