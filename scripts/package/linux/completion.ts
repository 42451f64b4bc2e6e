/** Completion for bash, zsh and fish, from the help texts. Pure. */
import type { Help, HelpOption } from './help-text.ts';

export interface ProgramCommand {
  /** The word after the program; null: the program without a command. */
  readonly name: string | null;
  readonly meaning: string;
  readonly options: readonly HelpOption[];
  /** Whether other words are names of files. */
  readonly files: boolean;
}

export const optionsOf = (help: Help, titles?: readonly string[]): HelpOption[] =>
  help.sections
    .filter(({ title }) => titles?.includes(title) ?? true)
    .flatMap(({ options }) => options)
    .filter(({ name }) => name.startsWith('--'));

const takesFile = ({ value }: HelpOption): boolean => value === 'FILE' || value === 'DIR';

export function bashCompletion(program: string, commands: readonly ProgramCommand[]): string {
  const names = commands.flatMap(({ name }) => name ?? []);
  const cases = commands.map(
    ({ name, options, files }) =>
      `    ${name ?? '*'})\n      words="${options.map((each) => each.name).join(' ')}"\n      files=${files ? 1 : 0}\n      ;;`,
  );
  const withFiles = unique(
    commands.flatMap(({ options }) => options.filter(takesFile).map(({ name }) => name)),
  );
  return `# bash completion for ${program}
_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} words files
  case $previous in
    ${withFiles.join(' | ')})
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
  esac
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="$words ${names.join(' ')}"
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [ "$files" = 1 ] && [ \${#COMPREPLY[@]} -eq 0 ]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _${program} ${program}
`;
}

export function zshCompletion(program: string, commands: readonly ProgramCommand[]): string {
  const named = commands.filter(({ name }) => name !== null);
  const cases = commands.map(
    ({ name, options, files }) =>
      `  ${name ?? '*'}) _arguments ${[...options.map(zshOption), ...(files ? ["'*:file:_files'"] : [])].join(' \\\n    ')} ;;`,
  );
  return `#compdef ${program}
local -a commands
commands=(
${named.map(({ name, meaning }) => `  '${name}:${zshText(meaning)}'`).join('\n')}
)
if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
  _describe command commands
  return
fi
case $words[2] in
${cases.join('\n')}
esac
`;
}

const zshOption = (option: HelpOption): string =>
  `'${option.name}[${zshText(option.meaning)}]${option.value === null ? '' : `:${option.value}:${takesFile(option) ? '_files' : ''}`}'`;
const zshText = (text: string): string => text.replaceAll("'", '’').replaceAll(/([[\]:])/g, '\\$1');

export function fishCompletion(program: string, commands: readonly ProgramCommand[]): string {
  const names = commands.flatMap(({ name }) => name ?? []).join(' ');
  const lines = commands.flatMap(({ name, meaning, options, files }) => {
    const condition =
      name === null ? `not __fish_seen_subcommand_from ${names}` : `__fish_seen_subcommand_from ${name}`;
    return [
      ...(name === null
        ? []
        : [`complete -c ${program} -f -n '__fish_use_subcommand' -a ${name} -d '${fishText(meaning)}'`]),
      ...(files ? [`complete -c ${program} -F -n '${condition}'`] : []),
      ...options.map(
        (option) =>
          `complete -c ${program} -n '${condition}' -l ${option.name.slice(2)}${option.value === null ? '' : takesFile(option) ? ' -r -F' : ' -x'} -d '${fishText(option.meaning)}'`,
      ),
    ];
  });
  return `# fish completion for ${program}\ncomplete -c ${program} -f\n${lines.join('\n')}\n`;
}

const fishText = (text: string): string => text.replaceAll("'", '’');
const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
