import { spawnSync } from 'node:child_process';

/** The promises about money at full length. Numbers of the environment win. */
const CAMPAIGNS = {
  model: {
    files: [
      'tests/safety/model.test.ts',
      'tests/safety/flowModel.test.ts',
      'tests/safety/tenantExposure.test.ts',
      'tests/safety/twoTenants.test.ts',
    ],
    env: {
      MODEL_SEQUENCES: '5000',
      FLOW_SEQUENCES: '1000',
      ATTACK_SEQUENCES: '200',
      TENANTS_SEQUENCES: '100',
    },
  },
  truth: { files: ['tests/safety/truthTold'], env: { TRUTH_SEQUENCES: '1000' } },
  hostile: { files: ['tests/safety/hostileReads'], env: { HOSTILE_ROUNDS: '30' } },
  race: { files: ['tests/safety/race', 'Race.test'], env: { RACE_ROUNDS: '50' } },
  callbacks: { files: ['tests/safety/callbackStorm'], env: { STORM_CALLBACKS: '5000', STORM_P99: '2' } },
  crash: { files: ['tests/safety/crash'], env: { CRASH_ROUNDS: '30', CRASH_READY_MS: '10000' } },
  walks: {
    files: [
      'tests/api/consoleSpellings',
      'tests/api/hostile',
      'tests/api/localisedNames',
      'tests/api/measures',
      'tests/api/routeIdempotency',
      'tests/api/scopedScroll',
      'tests/safety/commandWalk',
      'tests/safety/dryRunAgreement',
      'tests/safety/invariants',
    ],
    env: { WALK_ALL: '1' },
  },
  rolling: {
    files: ['tests/safety/rolling', 'tests/safety/jointStart'],
    env: { ROLLING_ROUNDS: '20', JOINT_ROUNDS: '20' },
  },
} as const;

const asked = process.argv[2] ?? '';
const campaign = asked in CAMPAIGNS ? CAMPAIGNS[asked as keyof typeof CAMPAIGNS] : undefined;
if (!campaign) throw new Error(`which of ${Object.keys(CAMPAIGNS).join(', ')}?`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', '--project', 'faults', ...campaign.files],
  { env: { ...campaign.env, ...process.env }, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
