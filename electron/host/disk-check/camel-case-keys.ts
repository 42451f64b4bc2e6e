/** The addon writes names in Pascal case, as the API does; the port has camel case. Pure. */
export function camelCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCaseKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.slice(0, 1).toLowerCase() + key.slice(1),
      camelCaseKeys(member),
    ]),
  );
}
