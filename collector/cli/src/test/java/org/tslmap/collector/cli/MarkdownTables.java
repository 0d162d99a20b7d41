package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.text.TextContentRenderer;

/** Tables of a Markdown text as a parser of GitHub's Markdown finds them. */
final class MarkdownTables {
  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

  private MarkdownTables() {}

  /** The cells of each row of all tables, their heads among them. */
  static List<List<String>> rows(String markdown) {
    TextContentRenderer text = TextContentRenderer.builder().extensions(EXTENSIONS).build();
    List<List<String>> rows = new ArrayList<>();
    Node document = Parser.builder().extensions(EXTENSIONS).build().parse(markdown);
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(CustomNode node) {
            if (node instanceof TableRow) {
              rows.add(new ArrayList<>());
            }
            if (node instanceof TableCell cell) {
              rows.get(rows.size() - 1).add(content(cell, text));
            } else {
              visitChildren(node);
            }
          }
        });
    return rows;
  }

  private static String content(TableCell cell, TextContentRenderer text) {
    StringBuilder content = new StringBuilder();
    for (Node child = cell.getFirstChild(); child != null; child = child.getNext()) {
      content.append(text.render(child));
    }
    return content.toString();
  }
}
