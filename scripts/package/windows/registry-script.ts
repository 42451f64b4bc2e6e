/**
 * The part of the installer's script about the registry, all of it the user's own: file types, names of programs, the list
 * of installed programs. Pure.
 */
import { NATIVE } from '../app/app-archive.ts';
import { associations, product, programs } from '../description.ts';
import type { FileAssociation } from '../description-types.ts';
import { installed, quoted } from './nsis-text.ts';

const CLASSES = 'Software\\Classes';
const CURRENT = 'Software\\Microsoft\\Windows\\CurrentVersion';
const APP_PATHS = `${CURRENT}\\App Paths`;
/** Windows lists installed programs here. */
export const UNINSTALL_KEY = `${CURRENT}\\Uninstall\\${product.name}`;

/** Windows knows a type by what follows the last dot alone: `speedscope.json` would be every JSON file. */
export const windowsExtensions = ({ extensions }: FileAssociation): readonly string[] =>
  extensions.filter((extension) => !extension.includes('.'));

const types = associations
  .map((each) => ({ title: each.title, extensions: windowsExtensions(each) }))
  .filter(({ extensions }) => extensions.length > 0)
  .map((each) => ({ ...each, id: `${product.name}.${String(each.extensions[0])}` }));

/** Programs by the name under which Run and `start` find them. */
const named = [
  [programs.desktop, `${programs.desktop}.exe`],
  [programs.server, `${NATIVE}/${programs.server}.exe`],
] as const;

/** In double quotes, also inside of a literal in single quotes. */
const program = installed(`${programs.desktop}.exe`);

export interface Listed {
  readonly version: string;
  readonly kilobytes: number;
}

export const registerAll = ({ version, kilobytes }: Listed): string => `${types.map(registerType).join('\n')}
${named.map(([name, path]) => `  WriteRegStr HKCU "${APP_PATHS}\\${name}.exe" "" ${installed(path)}`).join('\n')}
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" ${quoted(product.name)}
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" ${quoted(version)}
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" ${program}
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" ${quoted(product.maintainer.replace(/ <.*>$/, ''))}
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${kilobytes}
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
${announce}`;

export const unregisterAll = (): string => `${types.map(unregisterType).join('\n')}
${named.map(([name]) => `  DeleteRegKey HKCU "${APP_PATHS}\\${name}.exe"`).join('\n')}
  ; The program registers itself for its links when it starts.
  ReadRegStr $0 HKCU "${CLASSES}\\${product.id}\\shell\\open\\command" ""
  StrCpy $1 '${program}'
  StrLen $2 $1
  StrCpy $0 $0 $2
  \${If} $0 == $1
    DeleteRegKey HKCU "${CLASSES}\\${product.id}"
  \${EndIf}
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
${announce}`;

/** A type that another program opens already keeps it, and gets an entry under "Open with". */
const registerType = ({
  id,
  title,
  extensions,
}: (typeof types)[number]): string => `  WriteRegStr HKCU "${CLASSES}\\${id}" "" ${quoted(title)}
  WriteRegStr HKCU "${CLASSES}\\${id}\\DefaultIcon" "" '${program},0'
  WriteRegStr HKCU "${CLASSES}\\${id}\\shell\\open\\command" "" '${program} open "%1"'
${extensions
  .map(
    (extension) => `  WriteRegNone HKCU "${CLASSES}\\.${extension}\\OpenWithProgids" "${id}"
  ReadRegStr $0 HKCR ".${extension}" ""
  \${If} $0 == ""
    WriteRegStr HKCU "${CLASSES}\\.${extension}" "" "${id}"
  \${EndIf}`,
  )
  .join('\n')}`;

const unregisterType = ({ id, extensions }: (typeof types)[number]): string =>
  `${extensions
    .map(
      (extension) => `  ReadRegStr $0 HKCU "${CLASSES}\\.${extension}" ""
  \${If} $0 == "${id}"
    DeleteRegValue HKCU "${CLASSES}\\.${extension}" ""
  \${EndIf}
  DeleteRegValue HKCU "${CLASSES}\\.${extension}\\OpenWithProgids" "${id}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\\.${extension}\\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\\.${extension}"`,
    )
    .join('\n')}
  DeleteRegKey HKCU "${CLASSES}\\${id}"`;

/** SHCNE_ASSOCCHANGED: the Explorer reads types and icons again. */
const announce = `  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'`;
