import { newId } from '../../server/platform/db/id.ts';
import type { Ground, Keyed } from './keyedCases.ts';

/** Marking failures that are the same, with what counts how often they were marked: each time at another moment. */

const PLANT = `insert into sys_log_ex (id, tenant_id, log_date_time, display_title, controller_name, action_name, http_method,
    request_url, status, elapsed, remote_ip, trace_id, fingerprint, exception)
  values ($1, $2, now(), 'x', 'x', 'x', 'POST', '/x', 500, 1, '::1', 'x', $3, 'x')`;

async function planted({ server, tenant }: Ground): Promise<string> {
  const fingerprint = newId().padStart(16, '0').slice(-16).replaceAll(/\D/g, '0');
  await server.database.owner.query(PLANT, [newId(), tenant.tenantId, fingerprint]);
  return fingerprint;
}

export const logCases: Record<string, (ground: Ground) => Promise<Keyed>> = {
  'sysLogEx/mark': async (ground) => {
    const fingerprint = await planted(ground);
    const times = new Set<string>();
    const count = async () => {
      const { rows } = await ground.server.database.pool.query<{ at: Date }>(
        'select marked_at as at from sys_log_ex_mark where fingerprint = $1',
        [fingerprint],
      );
      for (const { at } of rows) times.add(at.toISOString());
      return times.size;
    };
    const body = { fingerprint, state: 'muted' };
    return { who: ground.admin, body, other: { fingerprint, state: 'resolved' }, count };
  },
};
