/** `Info.plist` of the application and of its helpers. Pure. */
import { associations, product } from '../description.ts';
import type { FileAssociation } from '../description-types.ts';
import type { PropertyValue } from './property-list.ts';

/** Names of programs and bundles: Electron looks for `NAME Helper.app`, with the name of the main bundle. */
export const EXECUTABLE = product.name;
export const ICON = `${product.id}.icns`;

const shared = {
  CFBundleInfoDictionaryVersion: '6.0',
  CFBundlePackageType: 'APPL',
  CFBundleShortVersionString: product.version,
  CFBundleVersion: product.version,
  NSSupportsAutomaticGraphicsSwitching: true,
} as const;

/** macOS knows a type by what follows the last dot alone, as Windows does. */
const declared = associations.filter(({ extensions }) => extensions.some((each) => !each.includes('.')));
const extensionsOf = ({ extensions }: FileAssociation): string[] =>
  extensions.filter((each) => !each.includes('.'));
const identifier = ({ type }: FileAssociation): string =>
  `${product.appId}.${type.replace(/^.*\/(x-)?/, '').replaceAll('+', '-')}`;

export const bundleInfo = (archiveHeaderHash: string): PropertyValue => ({
  ...shared,
  CFBundleDisplayName: product.name,
  CFBundleExecutable: EXECUTABLE,
  CFBundleIconFile: ICON,
  CFBundleIdentifier: product.appId,
  CFBundleName: product.name,
  CFBundleDocumentTypes: declared.map((each) => ({
    CFBundleTypeName: each.title,
    CFBundleTypeRole: 'Viewer',
    LSHandlerRank: 'Owner',
    LSItemContentTypes: [identifier(each)],
  })),
  UTExportedTypeDeclarations: declared.map((each) => ({
    UTTypeIdentifier: identifier(each),
    UTTypeDescription: each.title,
    UTTypeConformsTo: [each.parent === 'text/plain' ? 'public.plain-text' : 'public.data'],
    UTTypeTagSpecification: {
      'public.filename-extension': extensionsOf(each),
      'public.mime-type': [each.type],
    },
  })),
  CFBundleURLTypes: [{ CFBundleURLName: product.name, CFBundleURLSchemes: [product.id] }],
  ElectronAsarIntegrity: { 'Resources/app.asar': { algorithm: 'SHA256', hash: archiveHeaderHash } },
  LSApplicationCategoryType: 'public.app-category.developer-tools',
  NSHighResolutionCapable: true,
  NSHumanReadableCopyright: product.copyright,
  NSMainNibFile: 'MainMenu',
  NSPrincipalClass: 'AtomApplication',
});

/** `suffix`: '', ' (GPU)', ' (Renderer)'. */
export const helperInfo = (suffix: string): PropertyValue => ({
  ...shared,
  CFBundleDisplayName: `${product.name} Helper${suffix}`,
  CFBundleExecutable: `${EXECUTABLE} Helper${suffix}`,
  CFBundleIdentifier: `${product.appId}.helper${suffix.replaceAll(/[ ()]/g, '').replace(/^(?=.)/, '.')}`,
  CFBundleName: `${product.name} Helper${suffix}`,
  LSUIElement: true,
});
