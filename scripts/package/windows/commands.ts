/** The commands of `bin`, for the command prompt. Pure. */
import { NATIVE } from '../app/app-archive.ts';
import { buildText, type BuildInfo } from '../app/build-info.ts';
import { product, programs } from '../description.ts';
import { windowsPath } from './nsis-text.ts';

const server = `"%~dp0..\\${windowsPath(NATIVE)}\\${programs.server}.exe"`;
const desktop = `"%~dp0..\\${programs.desktop}.exe"`;

/** A command prompt does not wait for a program with windows, but a batch file does: `start` returns to the prompt. */
const rookery = (build: BuildInfo): string => `@echo off
rem Starts the desktop program or serve mode, or a command of rookeryd about recordings.
setlocal
if "%~1"=="--version" goto version
if "%~1"=="serve" goto serve
for %%c in (record inspect recording) do if "%~1"=="%%c" goto server
start "" ${desktop} %*
exit /b 0
:version
echo ${product.name} ${product.version} (${buildText(build)})
exit /b 0
:serve
${desktop} %*
exit /b %errorlevel%
:server
${server} %*
exit /b %errorlevel%
`;

const rookeryd = (): string => `@${server} %*
`;

/** Batch files by name, with the line ends of Windows. */
export const commands = (build: BuildInfo): Readonly<Record<string, string>> => ({
  [`${programs.desktop}.cmd`]: rookery(build).replaceAll('\n', '\r\n'),
  [`${programs.server}.cmd`]: rookeryd().replaceAll('\n', '\r\n'),
});
