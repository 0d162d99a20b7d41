module forms
   implicit none
   real(8) :: field(4, 3)
   integer, allocatable :: list(:)
   type particle
      real(8) :: place(3)
      integer :: id
   end type
   type(particle) :: cloud(5)
contains
   subroutine assumed(a)
      real(8), intent(inout) :: a(:, :)
      integer :: i, j
      do j = 1, size(a, 2)
         do i = 1, size(a, 1)
            a(i, j) = i
         end do
      end do
   end subroutine

   subroutine allocated_here()
      integer :: i
      allocate (list(7))
      do i = 1, 7
         list(i) = i
      end do
   end subroutine

   subroutine derived()
      integer :: i
      do i = 1, 5
         cloud(i)%id = i
         cloud(i)%place(2) = i
      end do
   end subroutine

   subroutine counted()
      integer, save :: calls = 0
      calls = calls + 1
   end subroutine

   subroutine host()
      integer :: k
      k = 0
      call inside()
      call inside()
   contains
      subroutine inside()
         k = k + 2
      end subroutine
   end subroutine
end module

subroutine with_common(k)
   implicit none
   integer :: k, i
   real(8) :: x(6), y
   common /pool/ x, y
   do i = 1, 6
      x(i) = k
   end do
   y = x(3)
end subroutine

program main
   use forms
   implicit none
   real(8) :: square(4, 5)
   call assumed(field)
   call assumed(square(1:4:2, :))
   call allocated_here()
   call derived()
   call counted()
   call counted()
   call host()
   call with_common(4)
end program
