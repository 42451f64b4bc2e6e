/** One suggestion, and the members of a path of fields. */

export interface Suggestion {
  readonly kind: 'source' | 'field' | 'function' | 'keyword' | 'parameter' | 'operator' | 'value';
  readonly label: string;
  readonly insert: string;
  /** `insert` contains snippet placeholders. */
  readonly snippet: boolean;
  readonly description: string;
}

/** The words before the dot at the caret: `o.ShipTo.` → ['o', 'ShipTo']. */
export function pathBefore(
  tokens: readonly { readonly text: string; readonly kind: string }[],
  fromEnd: number,
): string[] {
  const path: string[] = [];
  for (let i = tokens.length - fromEnd; i >= 1 && tokens[i]?.text === '.'; i -= 2) {
    const owner = tokens[i - 1];
    if (owner?.kind !== 'word') break;
    path.unshift(owner.text);
  }
  return path;
}

/**
 * Members of a field; a path that does not start with a field starts with an alias, whose members are all fields.
 */
export function memberSuggestions(fields: readonly string[], path: readonly string[]): Suggestion[] {
  const under = (parts: readonly string[]) => {
    const prefix = parts.length === 0 ? '' : `${parts.join('.')}.`;
    return [
      ...new Set(
        fields
          .filter((each) => each.startsWith(prefix))
          .map((each) => each.slice(prefix.length).split('.')[0] ?? ''),
      ),
    ];
  };
  const direct = under(path);
  const members = direct.length > 0 ? direct : under(path.slice(1));
  return members.filter((name) => name !== '').map((name) => plain('field', name, 'Field'));
}

export function plain(kind: Suggestion['kind'], text: string, description: string): Suggestion {
  return { kind, label: text, insert: text, snippet: false, description };
}
