/* Coverage builds alone (preset coverage): a process that ends by _exit, as the jobs of a study do, keeps its counts.
 * The linker puts __wrap__exit in the place of _exit. */
void __gcov_dump(void);
_Noreturn void __real__exit(int code);
_Noreturn void __wrap__exit(int code);

void __wrap__exit(int code)
{
    __gcov_dump();
    __real__exit(code);
}
