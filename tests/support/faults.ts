/**
 * What several servers, outages and long storms prove: each file waits tens of seconds for servers of its own. They are
 * a campaign (`npm run campaign:faults`); what one server promises under races and kills stays with every run.
 */
export const FAULTS: readonly string[] = [
  'tests/api/heldBulk.test.ts',
  'tests/api/otherDatabase.test.ts',
  'tests/api/runtime.test.ts',
  ...[
    'bulk',
    'bulkOutage',
    'callbackStorm',
    'clockOff',
    'commandServers',
    'databaseAway',
    'demoAway',
    'diskFull',
    'exportServers',
    'fullUpstream',
    'heldRow',
    'heldWorker',
    'idNodes',
    'jointStart',
    'lostAcceptance',
    'rolling',
    'sessionServers',
    'sharedLimits',
    'slowNeighbour',
    'standby',
    'truthTold',
    'walFull',
  ].map((name) => `tests/safety/${name}.test.ts`),
];
