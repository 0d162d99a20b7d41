/*
   tslmap.h: what a program can tell tslmap while it runs.

   This one file, unlike the rest of the tool's C code, is meant to be included
   by the programs that are measured, whatever their licence:

   Copyright (C) 2026 the tslmap authors

   Permission is hereby granted, free of charge, to any person obtaining a copy
   of this file, to deal in it without restriction, including without limitation
   the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
   sell copies of it, and to permit persons to whom it is furnished to do so,
   provided that this notice is included in all copies or substantial portions of it.

   THIS FILE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
   IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
   FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
   AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
   LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
   OUT OF OR IN CONNECTION WITH THIS FILE OR THE USE OR OTHER DEALINGS IN IT.

   SPDX-License-Identifier: MIT
*/

/* All of these are statements. Under Valgrind's tool tslmap each one makes a few
   accesses to the stack, which count as the program's, and takes about a
   microsecond; under other tools and without Valgrind they do nothing, at the
   cost of a few instructions. Compiled with -DNVALGRIND they leave no trace.

   Needs valgrind/valgrind.h (Debian: package valgrind), which has a licence of
   the same kind. For C and C++. */

#ifndef TSLMAP_H
#define TSLMAP_H

#include <valgrind/valgrind.h>

enum {
   TSLMAP_REQUEST_NAME = VG_USERREQ_TOOL_BASE('T', 'S'),
   TSLMAP_REQUEST_PHASE,
   TSLMAP_REQUEST_ALLOCATED,
   TSLMAP_REQUEST_FREED,
   TSLMAP_REQUEST_RECORD
};

/* The bytes from `address` on have this name (a string), until they get another
   or none, or until the block of the heap in which they begin is freed or
   reallocated. Tables of data show it instead of what they would show. */
#define TSLMAP_NAME(address, bytes, name)                                                \
   VALGRIND_DO_CLIENT_REQUEST_STMT(TSLMAP_REQUEST_NAME, (address), (bytes), (name), 0, 0)
#define TSLMAP_UNNAME(address)                                                           \
   VALGRIND_DO_CLIENT_REQUEST_STMT(TSLMAP_REQUEST_NAME, (address), 0, "", 0, 0)

/* A phase of the whole process begins, and the one before ends; no phase goes on. */
#define TSLMAP_PHASE(name)                                                               \
   VALGRIND_DO_CLIENT_REQUEST_STMT(TSLMAP_REQUEST_PHASE, (name), 0, 0, 0, 0)
#define TSLMAP_PHASE_END()                                                               \
   VALGRIND_DO_CLIENT_REQUEST_STMT(TSLMAP_REQUEST_PHASE, "", 0, 0, 0, 0)

/* For allocators of the program's own: a block was handed out, and is taken back.
   `allocator` is the name that tables show, such as "pool_alloc". Blocks may lie
   inside one that malloc returned, and are told apart from it. */
#define TSLMAP_ALLOCATED(address, bytes, allocator)                                      \
   VALGRIND_DO_CLIENT_REQUEST_STMT(TSLMAP_REQUEST_ALLOCATED, (address), (bytes),         \
                                   (allocator), 0, 0)
#define TSLMAP_FREED(address)                                                            \
   VALGRIND_DO_CLIENT_REQUEST_STMT(TSLMAP_REQUEST_FREED, (address), 0, 0, 0, 0)

/* Accesses are recorded (all threads'), or not, from here on. To record only
   between both, start with --tsl-atstart=no. */
#define TSLMAP_ON()                                                                      \
   VALGRIND_DO_CLIENT_REQUEST_STMT(TSLMAP_REQUEST_RECORD, 1, 0, 0, 0, 0)
#define TSLMAP_OFF()                                                                     \
   VALGRIND_DO_CLIENT_REQUEST_STMT(TSLMAP_REQUEST_RECORD, 0, 0, 0, 0, 0)

#endif /* TSLMAP_H */
