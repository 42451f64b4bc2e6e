import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { Select, TextField } from '../../ui/index.ts';
import type { ConnectionForm, FormProblems } from './connection-form.ts';
import { EnvironmentProxy } from './environment-proxy.tsx';
import { ForgetRoutePassword } from './forget-route-password.tsx';
import { enteredRoutePassword, type RouteKind } from './route-form.ts';
import { SshFields } from './ssh-fields.tsx';
import { SavePassword } from './save-password.tsx';

const kinds: readonly { value: RouteKind; label: string; hint: string }[] = [
  { value: 'direct', label: 'Direct', hint: 'This computer connects to the server itself' },
  { value: 'proxy', label: 'HTTP proxy', hint: 'Through a proxy that allows CONNECT' },
  {
    value: 'environment',
    label: 'Proxy from the environment',
    hint: 'As HTTPS_PROXY, HTTP_PROXY and NO_PROXY say',
  },
  { value: 'ssh', label: 'SSH tunnel', hint: 'Through an SSH server that allows forwarding' },
];

/** How the server is reached. */
export function RouteFields(props: {
  readonly form: ConnectionForm;
  readonly problems: FormProblems;
  /** The password of the stored route is saved. */
  readonly isSaved: boolean;
  readonly canChoose: boolean;
  readonly onChange: (part: Partial<ConnectionForm>) => void;
}): ReactNode {
  const { form, problems, isSaved, canChoose, onChange } = props;
  const { port } = useSession();
  return (
    <>
      <Select
        label="Route"
        value={form.route}
        // A passphrase of SSH is never sent to a proxy.
        onChange={(route) => onChange({ route, routePassword: '' })}
        options={kinds}
      />
      {form.route === 'environment' && <EnvironmentProxy typedAddress={form.url} />}
      {form.route === 'proxy' && (
        <>
          <TextField
            label="Proxy"
            value={form.proxyUrl}
            onChange={(proxyUrl) => onChange({ proxyUrl })}
            error={problems.proxyUrl}
            placeholder="http://proxy:3128"
            hint="It sees the server's address, not what is sent with https."
            mono
          />
          <TextField
            label="Proxy user"
            value={form.proxyUser}
            onChange={(proxyUser) => onChange({ proxyUser })}
            error={problems.proxyUser}
            hint="Leave empty if the proxy needs no sign-in."
          />
          {form.proxyUser.trim() !== '' && (
            <TextField
              label="Proxy password"
              type="password"
              value={form.routePassword}
              onChange={(routePassword) => onChange({ routePassword })}
              hint={
                isSaved
                  ? 'Leave empty to keep the saved password.'
                  : 'Sent to the proxy, never to the server.'
              }
            />
          )}
          {isSaved && form.id !== null && <ForgetRoutePassword id={form.id} subject="proxy password" />}
          {enteredRoutePassword(form) !== '' && (
            <SavePassword
              port={port}
              subject="the proxy password"
              checked={form.saveRoutePassword}
              onChange={(saveRoutePassword) => onChange({ saveRoutePassword })}
            />
          )}
        </>
      )}
      {form.route === 'ssh' && (
        <SshFields
          form={form}
          problems={problems}
          canChoose={canChoose}
          isSaved={isSaved}
          onChange={onChange}
        />
      )}
    </>
  );
}
