import { describe, expect, test } from 'vitest';
import { associations } from '../description.ts';
import { commands } from './commands.ts';
import { foreignImports, importsOf } from './imports.ts';
import { installerScript } from './installer-script.ts';
import { installed, quoted } from './nsis-text.ts';
import { windowsExtensions } from './registry-script.ts';

const script = installerScript({
  files: ['a$b.txt', 'bin/rookery.cmd', 'resources/x/y/deep.bin', 'rookery.exe'],
  kilobytes: 7,
  version: '1.2.3',
  icon: '/work/rookery.ico',
  target: '/out/rookery-1.2.3-setup.exe',
  compression: 'lzma',
});
const [install = '', uninstall = ''] = script.split('Section Uninstall');

describe('the script of the installer', () => {
  test('installs for one user, without administrator rights, below the folder of programs', () => {
    expect(script).toContain('RequestExecutionLevel user\n');
    expect(script).toContain('InstallDir "$LOCALAPPDATA\\Programs\\Rookery"\n');
    expect(script).not.toMatch(/HKLM|\bSetShellVarContext all\b/);
  });

  test('copies every file into its folder and deletes exactly those, inner folders first', () => {
    expect(install).toContain('SetOutPath "$INSTDIR\\resources\\x\\y"\n  File "resources/x/y/deep.bin"\n');
    expect(install).toContain('SetOutPath "$INSTDIR"\n  File "a$$b.txt"\n  File "rookery.exe"\n');
    expect(uninstall.match(/^ {2}Delete "\$INSTDIR\\.*"$/gm)).toEqual([
      '  Delete "$INSTDIR\\a$$b.txt"',
      '  Delete "$INSTDIR\\bin\\rookery.cmd"',
      '  Delete "$INSTDIR\\resources\\x\\y\\deep.bin"',
      '  Delete "$INSTDIR\\rookery.exe"',
      '  Delete "$INSTDIR\\uninstall.exe"',
    ]);
    expect(uninstall.match(/^ {2}RMDir .*$/gm)).toEqual([
      '  RMDir "$INSTDIR\\resources\\x\\y"',
      '  RMDir "$INSTDIR\\resources\\x"',
      '  RMDir "$INSTDIR\\resources"',
      '  RMDir "$INSTDIR\\bin"',
      '  RMDir "$INSTDIR"',
    ]);
  });

  test('never deletes a folder with what it holds, nor the data of the user', () => {
    expect(script).not.toMatch(/RMDir \/r|Delete .*(\$APPDATA|\*)/i);
  });

  test('changes no search path: NSIS shortens strings of more than 1,024 characters', () => {
    expect(script).not.toMatch(/"Environment"|\\Environment/);
  });

  test('associates the extensions of the description, but none that ends in one of other programs', () => {
    const extensions = associations.flatMap(windowsExtensions);
    expect(extensions).toEqual(['ravendbdump', 'rql', 'rookery', 'folded']);
    for (const extension of extensions) {
      expect(install).toContain(`WriteRegNone HKCU "Software\\Classes\\.${extension}\\OpenWithProgids"`);
      expect(uninstall).toContain(`DeleteRegValue HKCU "Software\\Classes\\.${extension}\\OpenWithProgids"`);
    }
    expect(script).not.toMatch(/Classes\\\.(json|txt)/);
    expect(install).toContain(`'"$INSTDIR\\rookery.exe" open "%1"'`);
  });

  test('removes every registry key that it writes', () => {
    const written = [...install.matchAll(/WriteReg\w+ HKCU "([^"]+)"/g)].map(([, key = '']) => key);
    const deleted = [...uninstall.matchAll(/DeleteRegKey (?:\/ifempty )?HKCU "([^"]+)"/g)].map(
      ([, key = '']) => key,
    );
    for (const key of written)
      expect(
        deleted.some((each) => key === each || key.startsWith(`${each}\\`)),
        key,
      ).toBe(true);
  });

  test('has texts in quotes in which nothing is a variable', () => {
    expect(quoted('costs $5 "net"')).toBe('"costs $$5 $\\"net$\\""');
    expect(installed('')).toBe('"$INSTDIR"');
    expect(installed('a/b')).toBe('"$INSTDIR\\a\\b"');
  });
});

test('the commands of the prompt have Windows line ends and reach the programs from their folder', () => {
  const files = commands({ commit: 'abc', date: '2026-01-02' });
  expect(Object.keys(files)).toEqual(['rookery.cmd', 'rookeryd.cmd']);
  for (const text of Object.values(files)) expect(text).not.toMatch(/[^\r]\n/);
  expect(files['rookery.cmd']).toContain('(commit abc, built 2026-01-02)');
  expect(files['rookeryd.cmd']).toBe(
    '@"%~dp0..\\resources\\app.asar.unpacked\\dist\\native\\rookeryd.exe" %*\r\n',
  );
});

test('a library that Windows does not have is named', () => {
  const headers =
    '\tDLL Name: KERNEL32.dll\n\tDLL Name: libgcc_s_seh-1.dll\n\tDLL Name: api-ms-win-core-synch-l1-2-0.dll\n';
  expect(importsOf(headers)).toHaveLength(3);
  expect(foreignImports(headers)).toEqual(['libgcc_s_seh-1.dll']);
});
