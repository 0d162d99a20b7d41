package org.tslmap.collector.attribution;

import java.util.List;
import java.util.regex.Pattern;
import org.tslmap.collector.debuginfo.Signature;
import org.tslmap.collector.names.NamePattern;

/**
 * Tells functions that allocate memory for whoever calls them. Blocks are not called after these,
 * but after the first caller that is none of them:
 *
 * <ul>
 *   <li>functions that the user names,
 *   <li>those of the standard libraries of C++ and Rust, and {@code operator new} of the program's
 *       own,
 *   <li>those of the runtime libraries of C, C++, Fortran and OpenMP,
 *   <li>those with "alloc" in their name that return a pointer or fill in one of their caller's; of
 *       functions without debug information all with such a name,
 *   <li>those that take an integer and return a pointer to anything ({@code void *}),
 *   <li>templates that take an integer and return a pointer, or that take any number of parameters,
 *       and so pass them on,
 *   <li>constructors of class templates that take an integer, and all member functions of class
 *       templates that have nothing but pointers to their elements and numbers: containers like
 *       those of the standard library.
 * </ul>
 */
final class Wrappers {
  private static final Pattern ALLOCATES =
      Pattern.compile("alloc|memalign|strn?dup$", Pattern.CASE_INSENSITIVE);

  /** Also a class's own. */
  private static final Pattern NEW = Pattern.compile("^([^( ]*::)?operator new\\b");

  private static final Pattern RUNTIME =
      Pattern.compile(
          "(libc|libm|libpthread|libdl|libstdc\\+\\+|libc\\+\\+|libc\\+\\+abi|libgcc_s|libgfortran"
              + "|libquadmath|libgomp|libomp|libiomp5|ld-linux-x86-64)(-[0-9.]+)?\\.so.*");

  private final List<NamePattern> named;

  /**
   * The rules with the user's own.
   *
   * @param named functions that the user calls wrappers
   */
  Wrappers(List<NamePattern> named) {
    this.named = List.copyOf(named);
  }

  /** Whether an object's functions are a language's runtime. */
  static boolean isRuntime(String object) {
    return RUNTIME.matcher(object.substring(object.lastIndexOf('/') + 1)).matches();
  }

  /** Whether a function only allocates for its callers. */
  boolean has(DebugFiles.Caller caller) {
    String function = caller.function();
    if (named.stream().anyMatch(name -> name.matches(function))
        || StandardLibrary.has(caller)
        || NEW.matcher(function).find()) {
      return true;
    }
    String plain = StandardLibrary.name(function);
    String last = plain.substring(plain.lastIndexOf(':') + 1);
    boolean allocates = ALLOCATES.matcher(last).find();
    return caller
        .signature()
        .map(signature -> allocates && gives(signature) || isGeneric(function, plain, signature))
        .orElse(allocates);
  }

  private static boolean gives(Signature signature) {
    return signature.givesPointer() || signature.takesPlace();
  }

  /** Whether a function can serve callers of any kind, by what it takes and gives. */
  private static boolean isGeneric(String function, String plain, Signature signature) {
    if (signature.container() || signature.variadic()) {
      return true;
    }
    if (!signature.takesInteger()) {
      return false;
    }
    boolean template = function.replaceFirst("\\(.*", "").contains("<");
    return signature.toAnything() || template && (signature.givesPointer() || isConstructor(plain));
  }

  /** Whether the last two parts of a name are the same: {@code Grid::Grid}. */
  private static boolean isConstructor(String name) {
    String[] parts = name.split("::");
    return parts.length > 1 && parts[parts.length - 1].equals(parts[parts.length - 2]);
  }
}
