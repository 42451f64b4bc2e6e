import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import {
  deleteCertificate,
  editCertificate,
  listCertificates,
  uploadCertificate,
} from './server-certificates.ts';

function scripted(body = '', status = 200) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return { status, body };
    },
  });
  return { server: new ServerClient(port, 'c'), requests };
}

const parsed = (body: string | undefined): unknown => (body === undefined ? undefined : JSON.parse(body));

const rights = {
  name: 'app',
  clearance: 'ValidUser',
  permissions: new Map([['Shop', 'ReadWrite']]),
};

it('lists certificates without their content, and marks the one of the server', async () => {
  const { server, requests } = scripted(
    JSON.stringify({
      Results: [
        {
          Name: 'Server Certificate',
          Thumbprint: 'AA',
          SecurityClearance: 'ClusterNode',
          Permissions: {},
          NotAfter: '2026-12-23T18:55:38.0000000',
          NotBefore: '2026-11-23T18:55:38.0000000',
          New: true,
        },
        { Thumbprint: 'BB', SecurityClearance: 7, Permissions: { Shop: 'Read', Other: 4 }, NotAfter: null },
      ],
      LoadedServerCert: 'AA',
    }),
  );
  expect(await listCertificates(server)).toEqual([
    {
      name: 'Server Certificate',
      thumbprint: 'AA',
      clearance: 'ClusterNode',
      permissions: new Map(),
      notBefore: Date.UTC(2026, 10, 23, 18, 55, 38),
      notAfter: Date.UTC(2026, 11, 23, 18, 55, 38),
      isServer: true,
    },
    {
      name: '',
      thumbprint: 'BB',
      clearance: 'unknown',
      permissions: new Map([
        ['Shop', 'Read'],
        ['Other', ''],
      ]),
      notBefore: Number.NaN,
      notAfter: Number.NaN,
      isServer: false,
    },
  ]);
  expect(requests).toMatchObject([{ method: 'GET', path: '/admin/certificates?metadataOnly=true' }]);
});

it('uploads, changes and deletes with a confirmation on guarded connections', async () => {
  const { server, requests } = scripted();
  await uploadCertificate(server, 'TUlJ', rights);
  await editCertificate(server, 'BB', rights);
  await deleteCertificate(server, 'BB');
  expect(requests.map(({ method, path, body, confirm }) => [method, path, parsed(body), confirm])).toEqual([
    [
      'PUT',
      '/admin/certificates',
      {
        Name: 'app',
        SecurityClearance: 'ValidUser',
        Permissions: { Shop: 'ReadWrite' },
        Certificate: 'TUlJ',
      },
      true,
    ],
    [
      'POST',
      '/admin/certificates/edit',
      { Thumbprint: 'BB', Name: 'app', SecurityClearance: 'ValidUser', Permissions: { Shop: 'ReadWrite' } },
      true,
    ],
    ['DELETE', '/admin/certificates?thumbprint=BB', undefined, true],
  ]);
});

it('shows the message of a server without a license for read-only rights', async () => {
  const Message = "Your current license doesn't include the read-only certificates feature";
  const { server } = scripted(
    JSON.stringify({ Type: 'LicenseLimitException', Message, Error: Message }),
    402,
  );
  await expect(editCertificate(server, 'BB', rights)).rejects.toThrow('read-only certificates feature');
});
