/** The NSIS script of the installer, for one user without administrator rights. Pure. */
import { NATIVE } from '../app/app-archive.ts';
import { product, programs } from '../description.ts';
import { installed, quoted, windowsPath } from './nsis-text.ts';
import { registerAll, UNINSTALL_KEY, unregisterAll } from './registry-script.ts';

export interface InstallerOptions {
  /** What is installed: relative paths with `/`. */
  readonly files: readonly string[];
  /** Kilobytes that they take. */
  readonly kilobytes: number;
  readonly version: string;
  /** Absolute paths. */
  readonly icon: string;
  readonly target: string;
  /** `none` for tests: packing takes minutes. */
  readonly compression: 'lzma' | 'none';
}

/** Exit codes of installer and uninstaller; 0 is done, 1 and 2 are NSIS's own. */
export const exitCodes = { oldWindows: 3, isRunning: 4, notRemoved: 5 } as const;

const program = `$INSTDIR\\${programs.desktop}.exe`;
const server = `$INSTDIR\\${windowsPath(NATIVE)}\\${programs.server}.exe`;

export const installerScript = (options: InstallerOptions): string => `Target amd64-unicode
${options.compression === 'lzma' ? 'SetCompressor /SOLID lzma\nSetCompressorDictSize 64' : 'SetCompress off'}
Name ${quoted(product.name)}
OutFile ${quoted(options.target)}
RequestExecutionLevel user
ManifestSupportedOS Win10
ManifestDPIAware true
AllowSkipFiles off
BrandingText ${quoted(`${product.name} ${options.version}`)}
VIProductVersion "${options.version}.0"
VIAddVersionKey ProductName ${quoted(product.name)}
VIAddVersionKey ProductVersion ${quoted(options.version)}
VIAddVersionKey FileVersion ${quoted(options.version)}
VIAddVersionKey FileDescription ${quoted(`${product.name} installer`)}
VIAddVersionKey LegalCopyright ${quoted(product.copyright)}

InstallDir "$LOCALAPPDATA\\Programs\\${product.name}"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"

!include MUI2.nsh
!include LogicLib.nsh
!include WinVer.nsh
!define MUI_ICON ${quoted(options.icon)}
!define MUI_UNICON ${quoted(options.icon)}
!define MUI_FINISHPAGE_RUN "${program}"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Databases, connections and settings in $APPDATA\\${product.id} are kept."
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; A program that runs cannot be opened for writing.
!macro RequireClosed FILE
  \${If} \${FileExists} "\${FILE}"
    \${Do}
      ClearErrors
      FileOpen $0 "\${FILE}" a
      \${IfNot} \${Errors}
        FileClose $0
        \${ExitDo}
      \${EndIf}
      \${If} \${Cmd} \`MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "\${FILE} is running or cannot be written. Close it and try again." /SD IDCANCEL IDCANCEL\`
        SetErrorLevel ${exitCodes.isRunning}
        Quit
      \${EndIf}
    \${Loop}
  \${EndIf}
!macroend

Function .onInit
  \${IfNot} \${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "${product.name} needs Windows 10 or newer." /SD IDOK
    SetErrorLevel ${exitCodes.oldWindows}
    Quit
  \${EndIf}
FunctionEnd

Section
  !insertmacro RequireClosed "${program}"
  !insertmacro RequireClosed "${server}"
${removeEarlier}
${copyFiles(options.files)}
  WriteUninstaller "$INSTDIR\\uninstall.exe"
  ; The folder in which the shortcut starts the program.
  SetOutPath "$PROFILE"
  CreateShortcut "$SMPROGRAMS\\${product.name}.lnk" "${program}" "" "${program}" 0
${registerAll(options)}
SectionEnd

Section Uninstall
  !insertmacro RequireClosed "${program}"
  !insertmacro RequireClosed "${server}"
${unregisterAll()}
  Delete "$SMPROGRAMS\\${product.name}.lnk"
${deleteFiles(options.files)}
  Delete "$INSTDIR\\uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd
`;

/**
 * The version that is installed removes its own files, which this one may not have. `_?=` makes its uninstaller run where it
 * is, so that it is waited for; it cannot remove itself then.
 */
const removeEarlier = `  ReadRegStr $R0 HKCU "${UNINSTALL_KEY}" "InstallLocation"
  \${If} $R0 != ""
  \${AndIf} \${FileExists} "$R0\\uninstall.exe"
    ExecWait '"$R0\\uninstall.exe" /S _?=$R0' $R1
    \${If} $R1 <> 0
      MessageBox MB_OK|MB_ICONSTOP "The installed version in $R0 was not removed. Close ${product.name} and try again." /SD IDOK
      SetErrorLevel ${exitCodes.notRemoved}
      Quit
    \${EndIf}
    Delete "$R0\\uninstall.exe"
    RMDir "$R0"
  \${EndIf}`;

/** makensis runs in the folder of the files. */
function copyFiles(files: readonly string[]): string {
  return foldersOf(files)
    .flatMap((folder) => [
      `  SetOutPath ${installed(folder)}`,
      ...files.filter((file) => folderOf(file) === folder).map((file) => `  File ${quoted(file)}`),
    ])
    .join('\n');
}

/** Names every file: a folder that was given with /D may have files of the user. */
const deleteFiles = (files: readonly string[]): string =>
  [
    ...files.map((file) => `  Delete ${installed(file)}`),
    ...foldersOf(files)
      .filter((folder) => folder !== '')
      .reverse()
      .map((folder) => `  RMDir ${installed(folder)}`),
  ].join('\n');

/** With the folders above them, outer ones first; '' is the top. */
function foldersOf(files: readonly string[]): readonly string[] {
  const folders = new Set<string>(['']);
  for (const file of files)
    for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) folders.add(folder);
  return [...folders].sort();
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
