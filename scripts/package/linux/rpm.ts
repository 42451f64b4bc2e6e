/** An RPM, written by rpmbuild from files that are laid out already. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { inRoot } from '../../paths.ts';
import { product } from '../description.ts';
import { rpmRequires } from './dependencies.ts';
import { write } from './layout.ts';
import { LIBRARY } from './paths.ts';
import { runTool } from '../app/run-tool.ts';

const script = (name: string): string => readFileSync(inRoot('assets/linux', name), 'utf8');

/** `root` holds the finished tree of the Debian package; `work` is a folder of its own. */
export async function makeRpm(root: string, work: string, target: string): Promise<void> {
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const spec = join(work, 'rookery.spec');
  await write(spec, specification(root));
  await runTool('rpmbuild', [
    '-bb',
    '--target',
    'x86_64-linux',
    '--define',
    `_topdir ${work}`,
    '--define',
    '_binary_payload w19T0.zstdio',
    '--define',
    // The files are stripped; build ids stay as they are.
    '__os_install_post %{nil}',
    '--define',
    '_build_id_links none',
    '--define',
    'debug_package %{nil}',
    spec,
  ]);
  const [made] = await readdir(join(work, 'RPMS/x86_64'));
  if (made === undefined) throw new Error('rpmbuild wrote no package.');
  await rename(join(work, 'RPMS/x86_64', made), target);
  await rm(work, { recursive: true });
}

const specification = (root: string): string => `Name: ${product.id}
Version: ${product.version.replaceAll('-', '~')}
Release: 1
Summary: ${product.summary}
License: ${product.license}
Group: Applications/Databases
AutoReqProv: no
${rpmRequires.map((name) => `Requires: ${name}`).join('\n')}
Recommends: libsecret
Recommends: xdg-utils

%description
${product.description.join('\n\n')}

%install
cp -a ${root}/usr %{buildroot}/
cp -a ${root}/etc %{buildroot}/
mkdir -p %{buildroot}/usr/share/zsh
mv %{buildroot}/usr/share/zsh/vendor-completions %{buildroot}/usr/share/zsh/site-functions

%files
%defattr(-,root,root,-)
/usr/bin/*
/usr/${LIBRARY}
%attr(4755,root,root) /usr/${LIBRARY}/chrome-sandbox
/usr/lib/systemd/system/rookeryd.service
/usr/share/applications/${product.id}.desktop
/usr/share/bash-completion/completions/*
/usr/share/doc/${product.id}
/usr/share/fish/vendor_completions.d/*
/usr/share/icons/hicolor/*/apps/${product.id}.*
/usr/share/man/man1/*
/usr/share/metainfo/*
/usr/share/mime/packages/${product.id}.xml
/usr/share/zsh/site-functions/*
%config(noreplace) /etc/default/rookeryd

%post
${body(script('postinst'))}

%preun
${body(script('prerm'))}
`;

/** Without the interpreter's line: rpm runs scriptlets with /bin/sh. */
const body = (text: string): string => text.replace(/^#!.*\n/, '').trim();
