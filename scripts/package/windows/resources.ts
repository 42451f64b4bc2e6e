/** The resources of the Windows program: icon, version, and what Electron compares the archive with. */
import { readFile, writeFile } from 'node:fs/promises';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { product, programs } from '../description.ts';
import { iconPictures } from './icon.ts';

/** US English, and UTF-16. */
const LANGUAGE = { lang: 1033, codepage: 1200 } as const;
const INTEGRITY = { type: 'INTEGRITY', id: 'ELECTRONASAR' } as const;

/** Changes the program in place; a signature of Electron's is dropped, for it would no longer match. */
export async function setResources(path: string, archiveHeaderHash: string): Promise<void> {
  const program = NtExecutable.from(await readFile(path), { ignoreCert: true });
  const resources = NtExecutableResource.from(program);
  for (const { id, lang } of Resource.IconGroupEntry.fromEntries(resources.entries))
    Resource.IconGroupEntry.replaceIconsForResource(resources.entries, id, lang, iconPictures());
  setVersion(resources.entries);
  resources.replaceResourceEntryFromString(
    INTEGRITY.type,
    INTEGRITY.id,
    LANGUAGE.lang,
    integrityText(archiveHeaderHash),
  );
  resources.outputResource(program);
  await writeFile(path, Buffer.from(program.generate()));
}

/** The hash that the program expects of its archive's header, or undefined. */
export async function readIntegrity(path: string): Promise<string | undefined> {
  const program = NtExecutable.from(await readFile(path), { ignoreCert: true });
  const [found] = NtExecutableResource.from(program).getResourceEntriesAsString(INTEGRITY.type, INTEGRITY.id);
  return found?.[1];
}

/** As Electron 30 and newer read it on Windows. */
export const integrityText = (archiveHeaderHash: string): string =>
  JSON.stringify([{ file: 'resources\\app.asar', alg: 'sha256', value: archiveHeaderHash }]);

function setVersion(entries: NtExecutableResource['entries']): void {
  const info = Resource.VersionInfo.fromEntries(entries)[0] ?? Resource.VersionInfo.createEmpty();
  const version = `${product.version}.0`;
  for (const language of info.getAllLanguagesForStringValues()) info.removeAllStringValues(language);
  info.setFileVersion(version, LANGUAGE.lang);
  info.setProductVersion(version, LANGUAGE.lang);
  info.setStringValues(LANGUAGE, {
    FileDescription: product.name,
    ProductName: product.name,
    CompanyName: product.maintainer.replace(/ <.*>$/, ''),
    LegalCopyright: product.copyright,
    InternalName: programs.desktop,
    OriginalFilename: `${programs.desktop}.exe`,
  });
  info.outputToResourceEntries(entries);
}
