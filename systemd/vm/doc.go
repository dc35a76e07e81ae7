// Package vm has tests that run in a virtual machine, on the lines, buses and keyboards of a real
// kernel; they are behind the build tag vm. The shell script test beside them makes the machine
// and begins them.
package vm
