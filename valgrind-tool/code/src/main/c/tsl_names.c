/*--------------------------------------------------------------------*/
/*--- tslmap: what code is called.                     tsl_names.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_names.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_seqmatch.h"

/* In the core, without headers for tools. */
extern Bool VG_(get_fnname_raw)(DiEpoch ep, Addr a, const HChar **buf);
extern void VG_(demangle)(Bool cxx, Bool z, const HChar *mangled, const HChar **demangled);

/*------------------------------------------------------------*/
/*--- Patterns                                             ---*/
/*------------------------------------------------------------*/

static Bool is_word(HChar c)
{
   const HChar lower = VG_(tolower)(c);
   return c == '_' || VG_(isdigit)(c) || (lower >= 'a' && lower <= 'z');
}

/* Length of "operator" and the signs after it; 0 for any other text. What the operator's
   template was given is no part of it: "operator+<int>" has a plus. */
static SizeT operator_length(const HChar *text)
{
   static const HChar *const signs[] = {"()", "[]", "<=>", "<<=", ">>=", "->*", "<<",
                                        ">>", "->", "&&",  "||",  "++",  "--"};
   const SizeT n = 8;
   UInt i;
   if (VG_(strncmp)(text, "operator", n) != 0 || is_word(text[n]))
      return 0;
   for (i = 0; i < sizeof signs / sizeof signs[0]; i++)
      if (VG_(strncmp)(text + n, signs[i], VG_(strlen)(signs[i])) == 0)
         return n + VG_(strlen)(signs[i]);
   if (text[n] == 0 || VG_(strchr)("-+*/%^&|~!=<>,", text[n]) == NULL)
      return n;
   return n + (text[n + 1] == '=' ? 2 : 1);
}

/* Behind the parenthesis or bracket that closes the first one. */
static const HChar *closing(const HChar *p)
{
   const HChar opening = *p;
   const HChar closing = opening == '(' ? ')' : '>';
   Int depth = 0;
   for (; *p != 0; p++) {
      depth += *p == opening ? 1 : *p == closing ? -1 : 0;
      if (depth == 0)
         return p + 1;
   }
   return p;
}

/* Whether something inside of a function follows its parameters, as in
   "f(int) const::{lambda()#1}", or inside of "(anonymous namespace)". */
static Bool names_inside(const HChar *after)
{
   if (VG_(strncmp)(after, " const", 6) == 0)
      after += 6;
   return after[0] == ':' && after[1] == ':';
}

/* Where what may follow a name begins: parameters, or a version
   (pthread_create@@GLIBC_2.34). Other parentheses belong to the name:
   "(anonymous namespace)::f(int)", "A::operator()(int)", "f<void (int)>()". */
static SizeT name_length(const HChar *demangled)
{
   const HChar *p = demangled;
   Int depth = 0;
   while (*p != 0) {
      const SizeT skip = operator_length(p);
      if (skip > 0) {
         p += skip;
         continue;
      }
      if (depth == 0 && *p == '(' && names_inside(closing(p))) {
         p = closing(p);
         continue;
      }
      if (depth == 0 && (*p == '(' || *p == '@'))
         break;
      if (VG_(strchr)("<{[(", *p) != NULL)
         depth++;
      else if (VG_(strchr)(">}])", *p) != NULL)
         depth--;
      p++;
   }
   return p - demangled;
}

/* Where the name of a clone begins that the compiler has made of a function: in C
   behind its name, "f.part.0", in C++ behind everything, "f(int) [clone .part.0]".
   pieces: only of clones that their function calls itself. */
static SizeT clone_at(const HChar *name, Bool pieces)
{
   static const struct {
      const HChar *word;
      Bool piece;
   } words[] = {
      {"constprop", False},  {"isra", False},      {"lto_priv", False},
      {"localalias", False}, {"simdclone", False}, {"part", True},
      {"cold", True},        {"_omp_fn", True},    {"_omp_cpyfn", True},
      {"omp_outlined", True}};
   const HChar *cpp = VG_(strstr)(name, " [clone ");
   const HChar *dot = cpp == NULL ? name : cpp;
   while ((dot = VG_(strchr)(dot, '.')) != NULL) {
      UInt i;
      dot++;
      for (i = 0; i < sizeof words / sizeof words[0]; i++) {
         const SizeT n = VG_(strlen)(words[i].word);
         if ((words[i].piece || !pieces) && VG_(strncmp)(dot, words[i].word, n) == 0
             && VG_(strchr)(".]", dot[n]) != NULL)
            return (cpp == NULL ? dot - 1 : cpp) - name;
      }
   }
   return VG_(strlen)(name);
}

/* Where the name begins that follows the result: only functions with arguments of
   templates have it. */
static SizeT result_length(const HChar *name)
{
   const SizeT n = VG_(strlen)(name);
   SizeT begin = 0, i;
   Int depth = 0;
   if (n == 0 || name[n - 1] != '>')
      return 0;
   for (i = 0; i < n && operator_length(name + i) == 0; i++) {
      if (VG_(strchr)("<{[(", name[i]) != NULL)
         depth++;
      else if (VG_(strchr)(">}])", name[i]) != NULL)
         depth--;
      else if (depth == 0 && name[i] == ' ')
         begin = i + 1;
   }
   return begin;
}

/* Whether brackets that open here, within a name, are a part of it, as types are in
   Rust's: <Grid<T> as Clone>::clone. */
static Bool is_part(const HChar *name, const HChar *open)
{
   return (open == name || open[-1] == ':') && VG_(strncmp)(closing(open), "::", 2) == 0;
}

/* Takes arguments of templates out of a name. */
static void drop_arguments(HChar *name)
{
   const HChar *from = name;
   HChar *to = name;
   Int depth = 0;
   while (*from != 0) {
      SizeT n = depth == 0 ? operator_length(from) : 0;
      if (n > 0) {
         while (n-- > 0)
            *to++ = *from++;
         continue;
      }
      depth += *from == '<' && (depth > 0 || !is_part(name, from));
      if (depth == 0)
         *to++ = *from;
      depth -= *from == '>' && depth > 0;
      from++;
   }
   /* Rust has :: before arguments, too. */
   if (to - name > 2 && to[-1] == ':')
      to -= 2;
   while (to > name && to[-1] == ' ')
      to--;
   *to = 0;
}

Bool tsl_name_matches(const HChar *pattern, const HChar *demangled, const HChar *raw)
{
   HChar *name, *plain;
   Bool matches;
   if (VG_(string_match)(pattern, demangled) || VG_(string_match)(pattern, raw))
      return True;
   name = VG_(strdup)("tsl.name", demangled);
   name[name_length(name)] = 0;
   matches = name[0] != 0 && VG_(string_match)(pattern, name);
   name[clone_at(name, False)] = 0;
   plain = name + result_length(name);
   matches = matches || (name[0] != 0 && VG_(string_match)(pattern, name))
             || (plain[0] != 0 && VG_(string_match)(pattern, plain));
   drop_arguments(plain);
   matches = matches || (plain[0] != 0 && VG_(string_match)(pattern, plain));
   VG_(free)(name);
   return matches;
}

Bool tsl_names_piece(const HChar *pattern, const HChar *demangled)
{
   const SizeT length = clone_at(demangled, True);
   HChar *function;
   Bool matches;
   if (demangled[length] == 0)
      return False;
   function = VG_(strdup)("tsl.name", demangled);
   function[length] = 0;
   matches = tsl_name_matches(pattern, function, function);
   VG_(free)(function);
   return matches;
}

const HChar *tsl_names_comma(const HChar *names)
{
   Int depth = 0;
   while (*names != 0 && (depth != 0 || *names != ',')) {
      SizeT skip = operator_length(names);
      if (skip == 0) {
         depth += VG_(strchr)("<{[(", *names) != NULL;
         depth -= VG_(strchr)(">}])", *names) != NULL;
         skip = 1;
      }
      names += skip;
   }
   return *names == 0 ? NULL : names;
}

Bool tsl_path_matches(const HChar *pattern, const HChar *path)
{
   while (!VG_(string_match)(pattern, path)) {
      path = VG_(strchr)(path, '/');
      if (path == NULL)
         return False;
      path++;
   }
   return True;
}

const HChar *tsl_demangled(const HChar *name)
{
   if (VG_(strncmp)(name, "_Z", 2) == 0)
      VG_(demangle)(True, False, name, &name);
   return name;
}

/*------------------------------------------------------------*/
/*--- Of an instruction                                    ---*/
/*------------------------------------------------------------*/

HChar *tsl_source_of(Addr a, UInt *line)
{
   const HChar *file, *directory;
   HChar *path;
   *line = 0;
   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), a, &file, &directory, line))
      return VG_(strdup)("tsl.source", "");
   if (directory[0] == 0 || file[0] == '/')
      return VG_(strdup)("tsl.source", file);
   path = VG_(malloc)("tsl.source", VG_(strlen)(directory) + VG_(strlen)(file) + 2);
   VG_(sprintf)(path, "%s/%s", directory, file);
   return path;
}

static Bool is_fortran(Addr a)
{
   const HChar *file, *directory, *dot;
   UInt line;
   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), a, &file, &directory, &line))
      return False;
   dot = VG_(strrchr)(file, '.');
   return dot != NULL && (dot[1] == 'f' || dot[1] == 'F');
}

/* gfortran calls a procedure of a module __MODULE_MOD_NAME, and another one NAME_.
   NULL: it is no such name. Otherwise MODULE::NAME or NAME, to be freed. */
HChar *tsl_fortran_name(Addr a, const HChar *name)
{
   const HChar *mark = VG_(strncmp)(name, "__", 2) == 0 ? VG_(strstr)(name, "_MOD_") : NULL;
   const SizeT n = VG_(strlen)(name);
   HChar *readable;
   if (mark != NULL && mark > name + 2) {
      const SizeT module = mark - name - 2;
      readable = VG_(malloc)("tsl.function", n);
      VG_(memcpy)(readable, name + 2, module);
      VG_(sprintf)(readable + module, "::%s", mark + 5);
      return readable;
   }
   if (n < 2 || name[n - 1] != '_' || name[n - 2] == '_' || !is_fortran(a))
      return NULL;
   readable = VG_(strdup)("tsl.function", name);
   readable[n - 1] = 0;
   return readable;
}

Bool tsl_function_names(Addr a, const HChar **name, const HChar **raw)
{
   const DiEpoch ep = VG_(current_DiEpoch)();
   static HChar *copy, *readable; /* names are good until the next are asked for */
   if (!VG_(get_fnname_raw)(ep, a, raw))
      return False;
   VG_(free)(copy);
   VG_(free)(readable);
   copy = VG_(strdup)("tsl.name", *raw);
   *raw = copy;
   readable = tsl_fortran_name(a, copy);
   if (readable == NULL)
      return VG_(get_fnname)(ep, a, name);
   *name = readable;
   return True;
}
