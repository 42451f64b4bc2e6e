import type { ReactNode } from 'react';
import type { ConnectionForm } from './connection-form.ts';
import { HostKeyQuestion } from './host-key-question.tsx';
import { withPinnedNode } from './node-lines.ts';
import { hostKeyIn, presentedIn, type NodeTest } from './server-test.ts';
import { TestSteps, type TestResult } from './test-steps.tsx';
import { UntrustedCertificate } from './untrusted-certificate.tsx';

export type AcceptedPart = Partial<Pick<ConnectionForm, 'pinnedCertificate' | 'sshHostKey' | 'nodes'>>;

/** The steps of each tested address, and what the user can accept where one failed. */
export function TestResults(props: {
  readonly form: ConnectionForm;
  readonly result: TestResult;
  readonly nodes: readonly NodeTest[];
  /** Accepts exactly this certificate or host key from now on. */
  readonly onAccept: (part: AcceptedPart) => void;
}): ReactNode {
  const { form, result, nodes, onAccept } = props;
  const presented = presentedIn(result);
  const hostKey = hostKeyIn(result);
  return (
    <>
      <TestSteps result={result} label="Connection test" />
      {presented !== undefined && (
        <UntrustedCertificate
          whose="the server"
          certificate={presented}
          replaces={form.pinnedCertificate !== ''}
          onPin={(pinnedCertificate) => onAccept({ pinnedCertificate })}
        />
      )}
      {hostKey !== undefined && (
        <HostKeyQuestion
          hostKey={hostKey}
          replaces={form.sshHostKey !== ''}
          onAccept={(sshHostKey) => onAccept({ sshHostKey })}
        />
      )}
      {nodes.map((each) => (
        <NodeResult key={each.node.tag} tested={each} form={form} onAccept={onAccept} />
      ))}
    </>
  );
}

function NodeResult(props: {
  readonly tested: NodeTest;
  readonly form: ConnectionForm;
  readonly onAccept: (part: AcceptedPart) => void;
}): ReactNode {
  const { tested, form, onAccept } = props;
  const { node, result } = tested;
  const presented = presentedIn(result);
  return (
    <>
      <TestSteps result={result} label={`Test of node ${node.tag}`} isTitled />
      {presented !== undefined && (
        <UntrustedCertificate
          whose={`node ${node.tag}`}
          certificate={presented}
          replaces={node.pinnedCertificate !== undefined}
          onPin={(fingerprint) => onAccept({ nodes: withPinnedNode(form.nodes, node.tag, fingerprint) })}
        />
      )}
    </>
  );
}
