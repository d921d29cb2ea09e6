package dev.keystead.shape;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The functions and operators that a statement's conditions give a column to, read from PostgreSQL's own parse tree.
///
/// Behind row-level security PostgreSQL lets only leakproof ones be index conditions, lest an error message tell about
/// rows that the policy hides. What works on parameters alone is no matter: no row's value reaches it.
///
/// @param functions their oids in pg_proc
/// @param operators their oids in pg_operator
record LeakyCalls(Set<Long> functions, Set<Long> operators) {
    private static final String CONDITIONS = ":quals {";
    private static final Pattern CALL = Pattern.compile(
            "^\\{(?:FUNCEXPR :funcid|(?:OPEXPR|DISTINCTEXPR|NULLIFEXPR|SCALARARRAYOPEXPR) :opno \\d+ :opfuncid) (\\d+)");
    private static final Pattern ROWS = Pattern.compile("^\\{ROWCOMPAREEXPR [^{]*?:opnos \\(o ([\\d ]+)\\)");

    /// @param tree the `prosqlbody` of a function whose body is the statement
    static LeakyCalls in(String tree) {
        var calls = new LeakyCalls(new TreeSet<>(), new TreeSet<>());
        for (int at = tree.indexOf(CONDITIONS); at >= 0; at = tree.indexOf(CONDITIONS, at + 1)) {
            nodes(tree, at + CONDITIONS.length() - 1).forEach(calls::collect);
        }
        return calls;
    }

    private void collect(String node) {
        if (!node.contains("{VAR ")) {
            return;
        }
        Matcher call = CALL.matcher(node);
        if (call.find()) {
            functions.add(Long.valueOf(call.group(1)));
        }
        Matcher rows = ROWS.matcher(node);
        if (rows.find()) {
            for (String operator : rows.group(1).strip().split(" ", -1)) {
                operators.add(Long.valueOf(operator));
            }
        }
    }

    /// The node that begins here and every node inside it.
    private static List<String> nodes(String tree, int begin) {
        var nodes = new ArrayList<String>();
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = begin; i < tree.length(); i++) {
            switch (tree.charAt(i)) {
                // A brace in a name is written with a backslash.
                case '\\' -> i++;
                case '{' -> open.push(i);
                case '}' -> {
                    nodes.add(tree.substring(open.pop(), i + 1));
                    if (open.isEmpty()) {
                        return nodes;
                    }
                }
                default -> {}
            }
        }
        throw new IllegalStateException("PostgreSQL's parse tree is not what was expected: " + tree);
    }
}
