/** Property lists, in which macOS keeps what it knows of a bundle. Pure. */

export type PropertyValue =
  string | boolean | readonly PropertyValue[] | { readonly [key: string]: PropertyValue };

export const propertyList = (value: PropertyValue): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${element(value, '')}
</plist>
`;

function element(value: PropertyValue, indent: string): string {
  if (typeof value === 'string') return `${indent}<string>${escaped(value)}</string>`;
  if (typeof value === 'boolean') return `${indent}<${value}/>`;
  const inner = `${indent}  `;
  if (isList(value))
    return [`${indent}<array>`, ...value.map((each) => element(each, inner)), `${indent}</array>`].join('\n');
  const entries = Object.entries(value).flatMap(([key, each]) => [
    `${inner}<key>${escaped(key)}</key>`,
    element(each, inner),
  ]);
  return [`${indent}<dict>`, ...entries, `${indent}</dict>`].join('\n');
}

const isList = (value: PropertyValue): value is readonly PropertyValue[] => Array.isArray(value);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
