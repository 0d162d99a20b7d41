#include <cstdlib>
#include <map>
#include <memory>
#include <new>

// Blocks that a program's own containers, arena and factory allocate for others.

template <typename T> class Array {
   T *data = nullptr;
   int used = 0, room = 0;
   __attribute__((noinline)) void grow(int n)
   {
      T *moved = new T[n];
      for (int i = 0; i < used; i++)
         moved[i] = data[i];
      delete[] data;
      data = moved;
      room = n;
   }

 public:
   ~Array() { delete[] data; }
   __attribute__((noinline)) void push(const T &value)
   {
      if (used == room)
         grow(room == 0 ? 400 : 2 * room);
      data[used++] = value;
   }
   T *begin() { return data; }
};

template <typename T> class List {
   struct Node {
      T value;
      Node *next;
   };
   Node *head = nullptr;
   bool sorted = false;

 public:
   __attribute__((noinline)) T *add(const T &value)
   {
      head = new Node{value, head};
      return &head->value;
   }
};

// A solver, which is no container: it has a number of its own.
template <typename T> struct Solver {
   T *x = nullptr;
   T limit = 0;
   __attribute__((noinline)) void prepare(int n) { x = new T[n]; }
};

// Neither is a builder: its options are no nodes, although a member has the type of the elements.
struct Options {
   double scale;
   int size;
};

template <typename T> struct Builder {
   const Options &options;
   int built = 0;
   __attribute__((noinline)) T *build()
   {
      T *made = new T[options.size];
      made[0] = built++;
      return made;
   }
};

// A container that is a member, of an object in a register.
struct Mesh {
   int cells = 0;
   Array<double> heights;
   __attribute__((noipa)) double *measure(int n)
   {
      heights.push(n);
      cells += n;
      return heights.begin();
   }
};

struct Record {
   volatile double values[30];
   Record(int, double) {}
};

class Arena {
   struct Chunk {
      char *bytes;
   };
   Chunk first{nullptr};
   __attribute__((noinline)) Chunk *more(size_t bytes)
   {
      first.bytes = static_cast<char *>(malloc(bytes));
      return &first;
   }

 public:
   __attribute__((noinline)) void *take(size_t bytes) { return more(bytes)->bytes; }
};

template <typename T, typename... Parts>
__attribute__((noinline)) std::unique_ptr<T> create(Parts &&...parts)
{
   return std::unique_ptr<T>(new T(std::forward<Parts>(parts)...));
}

struct Index {
   int size = 0;
   std::map<int, double> words;
   __attribute__((noipa)) double *add(int key) { return &words[key]; }
};

static __attribute__((noinline)) double fill(volatile double *a, int n)
{
   for (int i = 0; i < n; i++)
      a[i] = i;
   return a[n - 1];
}

int main()
{
   Array<double> numbers;
   numbers.push(1);
   double sum = fill(numbers.begin(), 400);
   List<double> list;
   sum += fill(list.add(2), 1);
   Solver<double> solver;
   solver.prepare(50);
   sum += fill(solver.x, 50);
   Arena arena;
   double *part = static_cast<double *>(arena.take(20 * sizeof(double)));
   sum += fill(part, 20);
   auto record = create<Record>(3, 4.0);
   sum += fill(record->values, 30);
   Mesh mesh;
   sum += fill(mesh.measure(3), 390);
   Options options{1, 60};
   Builder<double> builder{options};
   sum += fill(builder.build(), 60);
   Index index;
   sum += fill(index.add(7), 1);
   return sum < 0;
}
