package org.tslmap.collector.view;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All modules of the pages as one classic script: browsers load no modules from files. Each module
 * becomes a function that leaves what it exports in a table, and reads what it imports from there;
 * nothing else in it is changed.
 */
final class PageBundle {
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (\\{[^}]*\\}) from '\\./([a-z-]+\\.js)';$");
  private static final Pattern EXPORT =
      Pattern.compile("(?m)^export ((?:async )?(?:function|class|const) )(\\w+)");

  private final PageFiles files;
  private final Map<String, String> modules = new LinkedHashMap<>();

  private PageBundle(PageFiles files) {
    this.files = files;
  }

  /** A script that does what this module and all it imports do. */
  static String of(PageFiles files, String module) throws IOException {
    PageBundle bundle = new PageBundle(files);
    bundle.add(module);
    return "'use strict';\nconst modules = {};\n" + String.join("\n", bundle.modules.values());
  }

  private void add(String name) throws IOException {
    if (modules.containsKey(name)) {
      return;
    }
    String text =
        new String(
            files
                .find(name)
                .orElseThrow(() -> new IOException("the pages lack their file " + name))
                .body(),
            StandardCharsets.UTF_8);
    Matcher imports = IMPORT.matcher(text);
    while (imports.find()) {
      add(imports.group(2));
    }
    List<String> exported = new ArrayList<>();
    Matcher exports = EXPORT.matcher(text);
    while (exports.find()) {
      exported.add(exports.group(2));
    }
    String body = IMPORT.matcher(text).replaceAll("const $1 = modules['$2'];");
    body = EXPORT.matcher(body).replaceAll("$1$2");
    modules.put(
        name,
        "(() => {\n%s\nmodules['%s'] = { %s };\n})();\n"
            .formatted(body, name, String.join(", ", exported)));
  }
}
