/* Usage: receive SOCKET FILE. Listens on a Unix socket and writes what the first
   connection sends to a file: how golden streams are recorded. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv)
{
   struct sockaddr_un address = {.sun_family = AF_UNIX};
   char bytes[65536];
   int listener, connection;
   ssize_t n;
   FILE *out;
   if (argc != 3 || strlen(argv[1]) >= sizeof address.sun_path) {
      fprintf(stderr, "usage: receive SOCKET FILE\n");
      return 2;
   }
   strcpy(address.sun_path, argv[1]);
   listener = socket(AF_UNIX, SOCK_STREAM, 0);
   if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0
       || listen(listener, 1) != 0 || (connection = accept(listener, NULL, NULL)) < 0
       || (out = fopen(argv[2], "wb")) == NULL) {
      perror("receive");
      return 1;
   }
   while ((n = read(connection, bytes, sizeof bytes)) > 0)
      if (fwrite(bytes, 1, (size_t)n, out) != (size_t)n)
         return 1;
   unlink(argv[1]);
   return fclose(out) != 0 || n < 0;
}
