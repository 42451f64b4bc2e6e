import { expect, test } from 'vitest';
import { bundleInfo, helperInfo } from './bundle-info.ts';
import { iconFile } from './icon.ts';
import { propertyList } from './property-list.ts';

test('a property list is XML in which texts are escaped', () => {
  expect(
    propertyList({ a: 'x < y & z', b: [true, false], c: {} })
      .split('\n')
      .slice(3),
  ).toEqual([
    '<dict>',
    '  <key>a</key>',
    '  <string>x &lt; y &amp; z</string>',
    '  <key>b</key>',
    '  <array>',
    '    <true/>',
    '    <false/>',
    '  </array>',
    '  <key>c</key>',
    '  <dict>',
    '  </dict>',
    '</dict>',
    '</plist>',
    '',
  ]);
});

test('the bundle declares the file types of the description and the hash of its archive', () => {
  const text = propertyList(bundleInfo('0123abcd'));
  for (const extension of ['ravendbdump', 'rql', 'rookery', 'folded'])
    expect(text).toContain(`<string>${extension}</string>`);
  expect(text).not.toContain('speedscope.json');
  expect(text).toContain('<string>0123abcd</string>');
  expect(text).toContain('<string>io.github.rookery.ravendbdump</string>');
});

test('helpers have the names that Electron looks for', () => {
  expect(helperInfo(' (GPU)')).toMatchObject({
    CFBundleExecutable: 'Rookery Helper (GPU)',
    CFBundleIdentifier: 'io.github.rookery.helper.GPU',
  });
  expect(helperInfo('')).toMatchObject({ CFBundleIdentifier: 'io.github.rookery.helper' });
});

test('the icon says its own length', () => {
  const icon = iconFile();
  expect([icon.toString('latin1', 0, 4), icon.readUInt32BE(4)]).toEqual(['icns', icon.length]);
});
