import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from '../platform/db/migrate.ts';
import { fillStatusEdges } from '../ledger/statusMachines.ts';

const platform = (name: string): string => join(import.meta.dirname, '../platform/db/schema', `${name}.sql`);
const ledger = (name: string): string => join(import.meta.dirname, '../ledger/schema', `${name}.sql`);

/** The schema's files: each may refer to what those before it make. */
export const SCHEMA = [
  ...['plugins', 'system', 'merchants', 'people', 'identity', 'directory'].map(platform),
  ledger('ledger'),
  ...[
    'orders',
    'forms',
    'approvals',
    'requests',
    'bank',
    'payments',
    'reports',
    'upstreamEntries',
    'alerts',
    'notes',
    'handover',
    'syslog',
    'files',
    'jobs',
    'tools',
  ].map(platform),
  ...['invariants', 'orderInvariants', 'requestInvariants', 'paymentInvariants'].map(ledger),
];

/** Brings the database of this server up to date: its schema, and the table of the state machines' edges. */
export const migrateAll = (owner: pg.Pool): Promise<void> => migrate(owner, SCHEMA, fillStatusEdges);
