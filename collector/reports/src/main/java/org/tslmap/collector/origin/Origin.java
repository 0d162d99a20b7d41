package org.tslmap.collector.origin;

import java.util.Locale;
import java.util.regex.Pattern;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;

/**
 * What a function or a data object is for. Everything but {@link #PROGRAM} is folded in tables and
 * plots unless somebody asks for it: it is not what a user came to see.
 */
public enum Origin {
  /** The program, and the libraries that it does its work with. */
  PROGRAM("program"),
  /** What comes before main: the dynamic loader, and the start of the C library. */
  START("start-up"),
  /** The standard libraries of C, C++ and Fortran. */
  LIBRARY("libraries"),
  /** MPI, OpenMP and threads: their start, their work, and waiting for one another. */
  RUNTIME("runtime");

  private static final Pattern LOADER = Pattern.compile("(ld-|ld\\d*\\.so).*");
  private static final Pattern STARTS =
      Pattern.compile(
          "_start|_init|\\(below main\\)|__libc_(start|csu|init|early)_.*|_dl_(?!sym|open|close).*"
              + "|_?dl_main|frame_dummy|(de)?register_tm_clones|__do_global_dtors_aux");
  private static final Pattern STANDARD =
      Pattern.compile(
          "(libc|libm|libmvec|libdl|librt|libstdc\\+\\+|libc\\+\\+|libc\\+\\+abi|libgcc_s"
              + "|libgfortran|libquadmath|libresolv|libnss_.*)[.-].*|vgpreload.*|\\[?vdso.*");
  private static final Pattern OPENMP = Pattern.compile("lib(gomp|omp|iomp5)[.-].*");
  private static final Pattern THREADS = Pattern.compile("lib(pthread|tbb)[.-].*");
  private static final Pattern MPI =
      Pattern.compile(
          "(lib(mpi|open-(pal|rte)|opal|mca_|pmpi|ucp|ucs|uct|ucm|ucc|pmix|prrte|event|hwloc|fabric"
              + "|psm|ibverbs|rdmacm|nl-|efa|munge|mpich|hcoll|numa)|mca_|libuct_).*");
  private static final Pattern WAITING =
      Pattern.compile("_*(new_)?(pthread|lll|sem|futex|condvar|cnd|mtx)_.*");
  private static final Pattern LIBRARY_HEADERS =
      Pattern.compile(
          "/usr/(local/)?include/.*|.*/include/c\\+\\+/.*|.*/lib(64)?/(gcc|clang)/.*/include/.*");
  private static final Pattern C_LIBRARY = Pattern.compile("libc[.-].*");

  private final String title;

  Origin(String title) {
    this.title = title;
  }

  /** Its name in JSON, CSV and addresses. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What people call all of it together, such as "start-up". */
  public String title() {
    return title;
  }

  /** Whether it is shown as one unless somebody asks for its parts. */
  public boolean isFolded() {
    return this != PROGRAM;
  }

  /** That of a function. */
  public static Origin of(FunctionInfo function) {
    if (isOfWaiting(function)) {
      return RUNTIME;
    }
    return STARTS.matcher(function.name()).matches() ? START : ofFile(function.object());
  }

  /** That of a data object. */
  public static Origin of(DataObject object) {
    return ofFile(object.object());
  }

  /**
   * That of an object file.
   *
   * @param path with or without folders; may be empty, which is the program's
   */
  public static Origin ofFile(String path) {
    String name = base(path);
    if (LOADER.matcher(name).matches()) {
      return START;
    }
    if (OPENMP.matcher(name).matches()
        || THREADS.matcher(name).matches()
        || MPI.matcher(name).matches()) {
      return RUNTIME;
    }
    return STANDARD.matcher(name).matches() ? LIBRARY : PROGRAM;
  }

  /**
   * Whether a source file is a header of an installed library, whose code is only inlined into the
   * program.
   *
   * @param path as debug information has it
   */
  public static boolean isHeaderOfLibrary(String path) {
    return LIBRARY_HEADERS.matcher(path).matches();
  }

  /** Whether a function belongs to the dynamic loader. */
  public static boolean isOfLoader(FunctionInfo function) {
    return LOADER.matcher(base(function.object())).matches();
  }

  /** Whether a function belongs to the dynamic loader or the C library. */
  public static boolean isOfSystem(FunctionInfo function) {
    return isOfLoader(function) || C_LIBRARY.matcher(base(function.object())).matches();
  }

  /** Whether a function belongs to a library of OpenMP. */
  public static boolean isOfOpenMp(FunctionInfo function) {
    return OPENMP.matcher(base(function.object())).matches();
  }

  /** Whether a function is one of those by which threads of a process wait for each other. */
  public static boolean isOfWaiting(FunctionInfo function) {
    return isOfOpenMp(function)
        || THREADS.matcher(base(function.object())).matches()
        || isOfSystem(function) && WAITING.matcher(function.name()).matches();
  }

  private static String base(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
