import type pg from 'pg';

export { firstAdministrator } from './accounts.ts';
export { seedBase } from './base.ts';
export { seedDemo } from './demo.ts';
export { seedRequests } from './demoRequests.ts';
export { syncShipped } from './sync.ts';

/** `interrupted`: a demo load was killed; begin it again. */
export type SeedState = 'empty' | 'interrupted' | 'ready';

export async function seedState(owner: pg.Pool): Promise<SeedState> {
  const { rows } = await owner.query<{ pending: boolean; users: boolean }>(
    `select to_regclass('public.seed_pending') is not null as pending, exists (select 1 from sys_user) as users`,
  );
  if (rows[0]?.pending) return 'interrupted';
  return rows[0]?.users ? 'ready' : 'empty';
}
