/** Reads which libraries a Windows program loads at its start. Pure. */

/** Libraries of Windows 10. Names that begin with `api-ms-win-` are sets of its functions. */
const ofWindows = new Set([
  'advapi32.dll',
  'bcrypt.dll',
  'bcryptprimitives.dll',
  'crypt32.dll',
  'dbghelp.dll',
  'iphlpapi.dll',
  'kernel32.dll',
  'msvcrt.dll',
  'ntdll.dll',
  'ole32.dll',
  'oleaut32.dll',
  'psapi.dll',
  'secur32.dll',
  'shell32.dll',
  'user32.dll',
  'userenv.dll',
  'ws2_32.dll',
]);

/** `headers`: the output of `objdump --private-headers`. */
export const importsOf = (headers: string): readonly string[] =>
  [...headers.matchAll(/^\s*DLL Name: (\S+)$/gm)].map(([, name = '']) => name.toLowerCase());

export const foreignImports = (headers: string): readonly string[] =>
  importsOf(headers).filter((name) => !ofWindows.has(name) && !name.startsWith('api-ms-win-'));
