/** The options of `npm run screenshots`. Pure. */
import { parseArgs } from 'node:util';

export type Theme = 'light' | 'dark';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Options {
  /** `pictures`: those of the documents; `screens`: every screen. Both without it. */
  readonly only: 'pictures' | 'screens' | undefined;
  readonly sizes: readonly Size[];
  readonly themes: readonly Theme[];
  /** Names of screens; undefined: all. */
  readonly screens: readonly string[] | undefined;
  /** The address of a RavenDB server. */
  readonly ravendb: string | undefined;
}

export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      sizes: { type: 'string', default: '1024x700,1440x900,1920x1080' },
      themes: { type: 'string', default: 'light,dark' },
      screens: { type: 'string' },
      ravendb: { type: 'string', default: env.ROOKERY_TEST_RAVENDB_URL ?? '' },
    },
  });
  const { only, sizes, themes, screens, ravendb } = values;
  if (only !== undefined && only !== 'pictures' && only !== 'screens')
    throw new Error(`--only is "pictures" or "screens", not "${only}".`);
  return {
    only,
    sizes: sizes.split(',').map(readSize),
    themes: themes.split(',').map(readTheme),
    screens: screens?.split(','),
    ravendb: ravendb === '' ? undefined : ravendb,
  };
}

function readSize(text: string): Size {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  if (width === undefined || height === undefined) throw new Error(`"${text}" is no size such as 1440x900.`);
  return { width: Number(width), height: Number(height) };
}

function readTheme(text: string): Theme {
  if (text !== 'light' && text !== 'dark') throw new Error(`A theme is "light" or "dark", not "${text}".`);
  return text;
}
