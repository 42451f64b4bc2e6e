/** Registers the language `rql` in Monaco: highlighting, brackets, comments. Completion is in completion.ts. */
import { registerLanguage } from '../../../ui/editor/index.ts';
import { registerCompletion } from './completion.ts';
import { functions, keywords } from './keywords.ts';

export const RQL = 'rql';
let registered = false;

/** Idempotent: every editor can call it. */
export function ensureRqlLanguage(): void {
  if (registered) return;
  registered = true;
  registerLanguage((monaco) => {
    monaco.languages.register({ id: RQL });
    monaco.languages.setLanguageConfiguration(RQL, {
      comments: { lineComment: '//', blockComment: ['/*', '*/'] },
      brackets: [
        ['(', ')'],
        ['{', '}'],
        ['[', ']'],
      ],
      autoClosingPairs: [
        { open: '(', close: ')' },
        { open: '{', close: '}' },
        { open: '[', close: ']' },
        { open: '"', close: '"', notIn: ['string', 'comment'] },
        { open: "'", close: "'", notIn: ['string', 'comment'] },
      ],
      // A `$parameter`, an `@id` and a word are one word each for the caret.
      wordPattern: /[$@]?[\p{L}_][\p{L}\p{N}_]*/u,
    });
    monaco.languages.setMonarchTokensProvider(RQL, {
      ignoreCase: true,
      defaultToken: '',
      keywords: [
        ...new Set(keywords.flatMap((word) => word.name.toLowerCase().split(' '))),
        'group',
        'by',
        'order',
        'update',
        'return',
        'var',
        'let',
        'const',
      ],
      functions: functions.map((word) => word.name.toLowerCase()),
      tokenizer: {
        root: [
          [/\/\/.*$/, 'comment'],
          [/\/\*/, 'comment', '@comment'],
          [/"(?:[^"\\]|\\.)*"?/, 'string'],
          [/'(?:[^'\\]|\\.)*'?/, 'string'],
          [/`(?:[^`\\]|\\.)*`?/, 'string'],
          [/\$[a-z_]\w*/, 'type'],
          [/@[\w-]+/, 'type'],
          [/\d+(?:\.\d+)?/, 'number'],
          // A member after a dot is a field, even if it is a keyword.
          [/\.\s*[a-z_]\w*/, ''],
          [
            /(?:spatial\.)?[a-z_]\w*(?=\s*\()/,
            { cases: { '@functions': 'function', '@keywords': 'keyword', '@default': 'function' } },
          ],
          [/[a-z_]\w*/, { cases: { '@keywords': 'keyword', '@default': '' } }],
          [/[(){}[\],;.]/, 'delimiter'],
        ],
        comment: [
          [/[^*]+/, 'comment'],
          [/\*\//, 'comment', '@pop'],
          [/\*/, 'comment'],
        ],
      },
    });
    registerCompletion(monaco, RQL);
  });
}
