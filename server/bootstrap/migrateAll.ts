import type pg from 'pg';
import { migrate } from '../platform/db/migrate.ts';
import { fillStatusEdges } from '../ledger/statusMachines.ts';

/** Brings the database of this server up to date: its schema, and the table of the state machines' edges. */
export const migrateAll = (owner: pg.Pool): Promise<void> => migrate(owner, fillStatusEdges);
