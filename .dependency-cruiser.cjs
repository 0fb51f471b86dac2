/** Who may import whom; the compiler's project references hold the coarse lines, these the finer ones. */
const outside = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^(contract|server|src|widgets|layouts|tests|scripts|bench)/', pathNot: allowed },
});

/**
 * Folders in an order, from below; those of one rank do not meet. A module is loaded with what is below it; types of
 * above leave no trace in the running program. `within`: a pattern of what of a folder has its rank, all of it when empty.
 */
const ranks = (root, order, comment, within = '') =>
  order.slice(0, -1).map((names, at) => ({
    name: `${root}-${names.join('-')}`,
    comment,
    severity: 'error',
    from: { path: `^${root}/(${names.join('|')})/${within}`, pathNot: '\\.test\\.ts$' },
    to: {
      path: `^${root}/(${order
        .slice(at + 1)
        .flat()
        .join('|')})/${within}`,
      dependencyTypesNot: ['type-only'],
    },
  }));

/** Domain and identity share a floor, and so do demo and the entrances. */
const FLOORS = [['platform'], ['ledger'], ['engine'], ['domain', 'identity'], ['api', 'demo'], ['bootstrap']];
const PLATFORM = [['db'], ['events', 'http'], ['observability'], ['outbound'], ['jobs']];
/** Of folders within folders each has a rank of its own. docs/architecture.md says what each is about. */
const DOMAIN = [
  'callbacks',
  'statements',
  'payments/decide',
  'orders',
  'requests/store',
  'approvals',
  'payments',
  'orders/collect',
  'orders/payout',
  'reconciliation',
  'upstreams',
  'orders/commands',
  'forms',
  'requests',
  'withdrawals',
  'merchants',
  'balances',
  'reports',
  'alerts',
  'notes',
  'handover',
];
const FILE = '[^/]+$';

module.exports = {
  forbidden: [
    ...ranks('server', FLOORS, 'a floor of the server imports only floors below it'),
    ...ranks('server/platform', PLATFORM, 'the folders of the platform make no cycle'),
    ...ranks(
      'server/identity',
      [['session'], ['system']],
      'who is signed in knows nothing of user management',
    ),
    ...ranks(
      'server/domain',
      DOMAIN.map((name) => [name]),
      'the folders of the domain make no cycle',
      FILE,
    ),
    {
      name: 'server/domain-ranked',
      comment: 'every folder of the domain has a rank',
      severity: 'error',
      from: {},
      to: { path: '^server/domain/', pathNot: `^server/domain/(${DOMAIN.join('|')})/${FILE}` },
    },
    {
      name: 'no-cycle',
      comment: 'type imports leave no trace in the running program, so only real cycles count',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'contract-libraries',
      comment: 'contract is data and pure functions: zod and the decimal library only',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/(zod|decimal\\.js)/' },
    },
    outside('contract', '^contract/', '^contract/', 'contract imports nothing of ours'),
    outside('server', '^server/', '^(server|contract)/', 'the server imports the contract alone'),
    outside('kit', '^src/kit/', '^(src/kit|contract)/', 'the kit is the floor of the client'),
    outside('resource', '^src/resource/', '^(src/resource|src/kit|contract)/', 'kit and contract only'),
    outside('workspace', '^src/workspace/', '^(src/workspace|src/kit|contract)/', 'kit and contract only'),
    outside('dashboard', '^src/dashboard/', '^(src/dashboard|src/kit|contract)/', 'kit and contract only'),
    outside(
      'views',
      '^src/views/',
      '^(src/(views|resource|workspace|dashboard|kit)|contract)/',
      'a view stands on resource, workspace, dashboard and kit',
    ),
    outside(
      'app',
      '^src/(app/|main\\.tsx)',
      '^(src|contract|widgets|layouts)/',
      'the client knows no server',
    ),
    outside(
      'widgets',
      '^widgets/',
      '^(widgets|contract)/|^src/kit/(index\\.ts|figures/|product/)',
      'widgets enter by the door of the kit',
    ),
    {
      name: 'widgets-alone',
      comment: 'a widget never imports another',
      severity: 'error',
      from: { path: '^widgets/([^/]+)/' },
      to: { path: '^widgets/', pathNot: '^widgets/$1/' },
    },
    {
      name: 'views-alone',
      comment: 'a view never imports another',
      severity: 'error',
      from: { path: '^src/views/([^/]+)/' },
      to: { path: '^src/views/', pathNot: '^src/views/$1/' },
    },
    {
      name: 'no-node-in-client',
      severity: 'error',
      from: { path: '^(src|widgets)/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-tests-in-code',
      severity: 'error',
      from: { path: '^(contract|server|src|widgets)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(tests|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data|bench/node_modules)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'types', 'default'],
      exportsFields: ['exports'],
    },
    skipAnalysisNotInRules: true,
  },
};
