/**
 * Registers RQL and patch scripts in Monaco: highlighting, brackets, comments. Completion is in completion.ts, hover and
 * formatting in editing.ts.
 */
import type { languages } from 'monaco-editor/editor/editor.api';
import { registerLanguage } from '../editor/index.ts';
import { registerCompletion } from './completion.ts';
import { registerFormatting, registerHover } from './editing.ts';
import { functions, keywords } from './keywords.ts';
import { scriptKeywords } from './script-words.ts';

export const RQL = 'rql';
/** JavaScript as the servers run it in patches. */
export const PATCH_SCRIPT = 'patch-script';
let registered = false;

/** Idempotent: every editor can call it. */
export function ensureRqlLanguage(): void {
  if (registered) return;
  registered = true;
  registerLanguage((monaco) => {
    monaco.languages.register({ id: RQL });
    monaco.languages.register({ id: PATCH_SCRIPT });
    for (const language of [RQL, PATCH_SCRIPT])
      monaco.languages.setLanguageConfiguration(language, languageConfiguration);
    monaco.languages.setMonarchTokensProvider(RQL, {
      ignoreCase: true,
      defaultToken: '',
      keywords: [
        ...new Set(keywords.flatMap((word) => word.name.toLowerCase().split(' '))),
        'return',
        'var',
        'let',
        'const',
      ],
      functions: functions.map((word) => word.name.toLowerCase()),
      tokenizer: {
        root: [
          [/(update)(\s*)(\{)/, ['keyword', '', { token: 'delimiter', next: '@script' }]],
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
        // The braces of the script are counted by the stack of states.
        script: [[/\{/, 'delimiter', '@script'], [/\}/, 'delimiter', '@pop'], ...scriptRules],
        comment: commentRules,
      },
    });
    monaco.languages.setMonarchTokensProvider(PATCH_SCRIPT, {
      defaultToken: '',
      tokenizer: { root: scriptRules, comment: commentRules },
    });
    registerCompletion(monaco, RQL, 'query');
    registerHover(monaco, RQL);
    registerFormatting(monaco, RQL);
    registerCompletion(monaco, PATCH_SCRIPT, 'script');
  });
}

const languageConfiguration: languages.LanguageConfiguration = {
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
};

const commentRules: languages.IMonarchLanguageRule[] = [
  [/[^*]+/, 'comment'],
  [/\*\//, 'comment', '@pop'],
  [/\*/, 'comment'],
];

const scriptRules: languages.IMonarchLanguageRule[] = [
  [/\/\/.*$/, 'comment'],
  [/\/\*/, 'comment', '@comment'],
  [/"(?:[^"\\]|\\.)*"?/, 'string'],
  [/'(?:[^'\\]|\\.)*'?/, 'string'],
  [/`(?:[^`\\]|\\.)*`?/, 'string'],
  [/\$[A-Za-z_]\w*/, 'type'],
  [/\d+(?:\.\d+)?/, 'number'],
  // A member after a dot is a field, even if it is a keyword.
  [/\.\s*[A-Za-z_$]\w*/, ''],
  [new RegExp(`(?:${[...scriptKeywords, 'this'].join('|')})\\b`), 'keyword'],
  [/[A-Za-z_$]\w*(?=\s*\()/, 'function'],
  [/[A-Za-z_$]\w*/, ''],
  [/[(){}[\],;.]/, 'delimiter'],
];
