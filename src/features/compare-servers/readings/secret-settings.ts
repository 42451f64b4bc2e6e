/** Which values of a database record are compared, but neither shown nor exported. Pure. */

/** Nothing below a member with such a name is shown. */
const SECRET =
  /password|secret|connectionstring$|apikey|accesskey|accountkey|sastoken|sessiontoken|privatekey|credential|encryptionkey|certificate/i;
/** No value of such a name is shown. */
const SECRET_VALUE = /key$|token|\.pem|jaas/i;
/** Access to other systems. Only what `harmless` lists is shown below these top members. */
const ACCESS = /ConnectionStrings$|Sink|Hub|^Integrations$/;
/** The places of backups, below `PeriodicBackups`: `AzureSettings`, `BackupEncryptionSettings`. */
const BACKUP_PLACE = 'Settings';
/** Pairs of names and values that are written by hand. */
const FREE_PAIRS = /Options$|Headers$|Parameters$/i;

const harmless = new Set([
  'AwsRegionName',
  'BrokerType',
  'BucketName',
  'CompressionLevel',
  'Database',
  'DelayReplicationFor',
  'Disabled',
  'EncryptionMode',
  'FactoryName',
  'FolderPath',
  'Mode',
  'Name',
  'RemoteFolderName',
  'StorageContainer',
  'Type',
  'WithFiltering',
]);

/** `names`: the members from the record to the value; items of lists as `[…]`. */
export function isSecret(names: readonly string[]): boolean {
  const own = names.filter((name) => !name.startsWith('[')).at(-1) ?? '';
  if (names.some((name) => SECRET.test(name)) || SECRET_VALUE.test(own)) return true;
  const [top = ''] = names;
  const isAccess =
    ACCESS.test(top) ||
    (top === 'PeriodicBackups' && names.slice(1).some((name) => name.endsWith(BACKUP_PLACE)));
  return isAccess && (!harmless.has(own) || names.some((name) => FREE_PAIRS.test(name)));
}
