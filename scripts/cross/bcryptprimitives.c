/* Wine 8 lacks this library, which the standard library of Rust takes random bytes from. It is copied to the prefix only. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length > 0x100000 ? 0x100000 : (ULONG)length;
        if (!RtlGenRandom(data, part)) return FALSE;
        data += part;
        length -= part;
    }
    return TRUE;
}
