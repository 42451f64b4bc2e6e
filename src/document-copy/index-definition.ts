/** Definitions of indexes for another database. Pure. */

type Definition = Readonly<Record<string, unknown>>;

/** Members that concern the server of the index: its other nodes, and collections that it writes. */
const NOT_IN_SANDBOX = new Set([
  'DeploymentMode',
  'LockMode',
  'OutputReduceToCollection',
  'PatternForOutputReduceToCollectionReferences',
  'PatternReferencesCollectionName',
  'Priority',
  'ReduceOutputIndex',
  'State',
]);

/** The definition for the sandbox, with the name of the index. */
export function sandboxDefinition(definition: Definition): Definition {
  return without(definition, NOT_IN_SANDBOX);
}

const OF_ONE_DATABASE = new Set(['ReduceOutputIndex', 'State']);

/** The definition for a server: an index that is disabled or failed in the source runs in the target. */
export function serverDefinition(definition: Definition): Definition {
  return without(definition, OF_ONE_DATABASE);
}

function without(definition: Definition, names: ReadonlySet<string>): Definition {
  return Object.fromEntries(
    Object.entries(definition).filter(([name, value]) => value !== null && !names.has(name)),
  );
}
