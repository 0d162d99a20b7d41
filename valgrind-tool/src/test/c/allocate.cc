/* Allocates in every way C++ has, leaves operator new by an exception and by longjmp,
   and prints what of it is an event, as allocate.c does. */
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <tslmap.h>

static char text[16384];
static int used;
static jmp_buf back;

static void say(const char *event, const void *address, size_t bytes)
{
   used += snprintf(text + used, sizeof text - used, "%s 0x%lx %zu 0x0\n", event, (long)address,
                    bytes);
}

struct alignas(64) Wide {
   char bytes[128];
};

#define NOTHROW std::nothrow
#define ALIGNED std::align_val_t(64)

__attribute__((noinline)) static void *make(size_t bytes) { return ::operator new(bytes); }

static void jump() { longjmp(back, 1); }

static void leave_by_exception(volatile size_t bytes)
{
   int i;
   for (i = 0; i < 3; i++) {
      void *p;
      try {
         make(bytes);
      } catch (const std::bad_alloc &) {
         p = make(24);
         say("A operator new(unsigned long)", p, 24);
         say("F operator delete(void*)", p, 0);
         ::operator delete(p);
      }
   }
}

static void leave_by_jump(volatile size_t bytes)
{
   static volatile int i;
   static void *p;
   std::set_new_handler(jump);
   for (i = 0; i < 3; i++) {
      if (setjmp(back) == 0) {
         make(bytes);
      } else {
         p = make(48);
         say("A operator new(unsigned long)", p, 48);
         say("F operator delete(void*, unsigned long)", p, 0);
         ::operator delete(p, 48);
      }
   }
   std::set_new_handler(nullptr);
}

int main()
{
   const size_t huge = (size_t)1 << 62;
   void *p;
   TSLMAP_PHASE("calls");
   say("A operator new(unsigned long)", p = ::operator new(4), 4);
   say("F operator delete(void*)", p, 0);
   ::operator delete(p);
   say("A operator new[](unsigned long)", p = ::operator new[](40), 40);
   say("F operator delete[](void*)", p, 0);
   ::operator delete[](p);
   say("A operator new(unsigned long, std::align_val_t)", p = ::operator new(128, ALIGNED), 128);
   say("F operator delete(void*, std::align_val_t)", p, 0);
   ::operator delete(p, ALIGNED);
   say("A operator new[](unsigned long, std::align_val_t)", p = ::operator new[](256, ALIGNED),
       256);
   say("F operator delete[](void*, unsigned long, std::align_val_t)", p, 0);
   ::operator delete[](p, 256, ALIGNED);
   say("A operator new(unsigned long, std::nothrow_t const&)", p = ::operator new(5, NOTHROW), 5);
   say("F operator delete(void*, std::nothrow_t const&)", p, 0);
   ::operator delete(p, NOTHROW);
   say("A operator new[](unsigned long, std::nothrow_t const&)", p = ::operator new[](6, NOTHROW),
       6);
   say("F operator delete[](void*, unsigned long)", p, 0);
   ::operator delete[](p, 6);
   say("A operator new(unsigned long, std::align_val_t, std::nothrow_t const&)",
       p = ::operator new(7, ALIGNED, NOTHROW), 7);
   say("F operator delete(void*, std::align_val_t, std::nothrow_t const&)", p, 0);
   ::operator delete(p, ALIGNED, NOTHROW);
   if (::operator new(huge, NOTHROW) != nullptr)
      say("more memory than there is", p, 0);
   leave_by_exception(huge);
   leave_by_jump(huge);
   TSLMAP_PHASE_END();
   fputs(text, stdout);
   return 0;
}
