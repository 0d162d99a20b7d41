#include <cstdio>
#include <cstring>
#include <map>
#include <string>

/* Nodes of a map, which is watched, are allocated between comparisons of strings, which are not. */
int main()
{
   std::map<std::string, int> counts;
   char key[32];
   unsigned x = 1;
   long sum = 0;
   for (int i = 0; i < 20000; i++) {
      x = x * 1664525u + 1013904223u;
      snprintf(key, sizeof key, "key %u of several", x >> 20);
      counts[key]++;
   }
   for (const auto &c : counts)
      sum += c.second;
   return sum != 20000;
}
