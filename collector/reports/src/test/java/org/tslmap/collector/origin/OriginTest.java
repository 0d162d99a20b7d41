package org.tslmap.collector.origin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.profile.FunctionInfo;

class OriginTest {

  @ParameterizedTest
  @CsvSource({
    "main, /home/me/app, PROGRAM",
    "BZ2_compressBlock, /usr/lib/x86_64-linux-gnu/libbz2.so.1.0.4, PROGRAM",
    "sqlite3VdbeExec, /usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6, PROGRAM",
    "H5Dread, /usr/lib/libhdf5_serial.so.103, PROGRAM",
    "code without an object, '', PROGRAM",
    "_dl_relocate_object, /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2, START",
    "_start, /home/me/app, START",
    "(below main), /usr/lib/x86_64-linux-gnu/libc.so.6, START",
    "__libc_start_main@@GLIBC_2.34, /usr/lib/x86_64-linux-gnu/libc.so.6, START",
    "memcpy, /usr/lib/x86_64-linux-gnu/libc.so.6, LIBRARY",
    "'std::ostream::write(char const*, long)', /usr/lib/libstdc++.so.6.0.33, LIBRARY",
    "pow, /usr/lib/x86_64-linux-gnu/libm.so.6, LIBRARY",
    "MPI_Init, /usr/lib/x86_64-linux-gnu/libmpi.so.40.40.7, RUNTIME",
    "ompi_comm_init, /usr/lib/x86_64-linux-gnu/libopen-pal.so.80, RUNTIME",
    "GOMP_barrier, /usr/lib/x86_64-linux-gnu/libgomp.so.1.0.0, RUNTIME",
    "pthread_barrier_wait, /usr/lib/x86_64-linux-gnu/libc.so.6, RUNTIME",
    "pthread_barrier_wait, /home/me/app, PROGRAM",
  })
  void functionsServeTheProgramOrAreIt(String name, String object, Origin origin) {
    assertEquals(origin, Origin.of(new FunctionInfo(name, object, "", 0)));
  }
}
