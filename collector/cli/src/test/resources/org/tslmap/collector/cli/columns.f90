module shapes
   implicit none
   real(8), volatile :: image(3, 5)
contains
   subroutine by_columns()
      integer :: i, j
      do j = 1, 5
         do i = 1, 3
            image(i, j) = 0
         end do
      end do
   end subroutine

   subroutine by_rows()
      integer :: i, j
      do i = 1, 3
         do j = 1, 5
            image(i, j) = 1
         end do
      end do
   end subroutine

   subroutine of_local()
      integer, volatile :: square(4, 2)
      integer :: i
      do i = 1, 4
         square(i, 2) = i
      end do
   end subroutine
end module

program columns
   use shapes
   implicit none
   call by_columns()
   call by_rows()
   call of_local()
end program
