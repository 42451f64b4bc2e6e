// The import table of ARCHITECTURE.md, as rules. A forbidden import fails `npm run check:layers`.
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import only: ${allowed.join(', ') || 'nothing of ours'}`,
  from: { path: `^${from}`, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^(src|electron)/', pathNot: [`^${from}`, ...allowed.map((folder) => `^${folder}`)] },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('contract-stands-alone', 'src/contract/', []),
    only('protocol-knows-the-contract', 'src/protocol/', ['src/contract/']),
    only('charts-stand-alone', 'src/charts/', []),
    only('ui-stands-alone', 'src/ui/', []),
    only('document-copy-knows-json', 'src/document-copy/', [
      'src/protocol/json-(text|depth)',
      'src/ui/find-ids',
    ]),
    only('registry-knows-no-feature', 'src/app/registry/', ['src/contract/', 'src/protocol/', 'src/ui/']),
    {
      name: 'features-stay-apart',
      severity: 'error',
      comment:
        'a feature imports protocol, charts, ui, contract types and app/registry, never another feature or the shell',
      from: { path: '^src/features/([^/]+)/' },
      to: {
        path: '^(src|electron)/',
        pathNot: [
          '^src/features/$1/',
          '^src/(protocol|charts|ui|contract|document-copy)/',
          '^src/app/registry/',
        ],
      },
    },
    {
      name: 'renderer-stays-in-the-browser',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-never-imports-electron',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '(^electron/|node_modules/electron/)' },
    },
    {
      name: 'host-is-electron-free',
      severity: 'error',
      from: { path: '^electron/(host|serve)/' },
      to: { path: 'node_modules/electron/' },
    },
    only('host-knows-the-contract', 'electron/host/', ['src/contract/', 'src/document-copy/']),
    only('main-knows-host-and-contract', 'electron/main/', ['electron/host/', 'src/contract/']),
    only('preload-knows-the-contract', 'electron/preload/', ['src/contract/']),
    only('serve-knows-host-and-contract', 'electron/serve/', ['electron/host/', 'src/contract/']),
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'charts-import-d3-only',
      severity: 'error',
      from: { path: '^src/charts/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/(@types/)?(d3-|react)' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '(\\?worker|\\?raw|\\?url|\\.css)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
