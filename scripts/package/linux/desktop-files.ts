/** The files through which desktops know the program. Pure. */
import { associations, product, programs } from '../description.ts';

export const desktopEntry = (): string => `[Desktop Entry]
Type=Application
Name=${product.name}
GenericName=Database studio
Comment=${product.summary}
Exec=${programs.desktop} open %u
TryExec=${programs.desktop}
Icon=${product.id}
Terminal=false
Categories=${product.categories.join(';')};
Keywords=${product.keywords.join(';')};
MimeType=${associations.map(({ type }) => type).join(';')};
StartupNotify=true
StartupWMClass=${product.id}
Actions=new-window;

[Desktop Action new-window]
Name=Open ${product.name}
Exec=${programs.desktop}
`;

export function mimeTypes(): string {
  const types = associations.map(
    ({ type, title, extensions, patterns, parent }) =>
      `  <mime-type type="${type}">
    <comment>${title}</comment>
${[
  ...(parent === null ? [] : [`    <sub-class-of type="${parent}"/>`]),
  ...extensions.map((extension) => `    <glob pattern="*.${extension}"/>`),
  // A whole name wins over the extension of a more general type.
  ...patterns.map((pattern) => `    <glob pattern="${pattern}" weight="60"/>`),
].join('\n')}
  </mime-type>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
${types.join('\n')}
</mime-info>
`;
}

/** AppStream metadata, which software centres show. */
export const appstream = (date: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${product.appId}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>${product.license}</project_license>
  <name>${product.name}</name>
  <summary>${product.summary}</summary>
  <description>
${product.description.map((paragraph) => `    <p>${paragraph}</p>`).join('\n')}
  </description>
  <launchable type="desktop-id">${product.id}.desktop</launchable>
  <provides><binary>${programs.desktop}</binary><binary>${programs.server}</binary></provides>
  <content_rating type="oars-1.1"/>
  <releases><release version="${product.version}" date="${date}"/></releases>
</component>
`;
