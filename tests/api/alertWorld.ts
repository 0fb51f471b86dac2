import { QUARTER_MS } from '../../contract/alertState.ts';
import { COLLECT_STATUS } from '../../server/platform/db/statuses.ts';
import { newId } from '../../server/platform/db/id.ts';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import { makeWorld, openOrder, type World } from '../safety/world.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

export interface Rule extends Record<string, unknown> {
  id: string;
  version: number;
  state: string;
}
export interface Incident extends Record<string, unknown> {
  openedAt: string;
  resolvedAt: string | null;
  peak: string;
  status: string;
}
interface Notice {
  title: string;
  content: string;
  alert?: { ruleId: string; view: string; args: Record<string, unknown> };
}

export const HOUR_MS = 4 * QUARTER_MS;
export const RULE = {
  name: 'Success rate',
  measure: 'collectOrder.rate',
  comparison: 'below',
  threshold: '80',
  windowMinutes: 15,
  minimumCount: 4,
  status: 1,
};

/** A server whose past quarter hours are written by the test: one order ends as often as a test says. */
export class AlertWorld {
  server!: TestServer;
  world!: World;
  admin!: Client;
  adminId = '';
  orderId = '';
  /** The end of the last whole quarter hour; the server's clock is five minutes past it. */
  end = 0;

  readonly start = async (): Promise<void> => {
    this.server = await startServer();
  };

  readonly stop = (): Promise<void> => this.server.stop();

  /** Nothing of the test before is left. */
  readonly begin = async (): Promise<void> => {
    const { pool, owner } = this.server.database;
    await owner.query(
      'truncate measure_quarter, measure_quarter_mark, alert_incident, alert_rule, sys_notice, order_log cascade',
    );
    this.end = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
    this.setClock();
    this.world = await makeWorld(pool);
    const [person] = await makeStaff(pool, this.world, 1);
    this.adminId = person!.id;
    this.admin = await this.server.signIn(person!.account, PASSWORD);
    this.orderId = await openOrder(pool, this.world);
  };

  readonly setClock = (past = 0): void => {
    this.server.clock.offset = this.end + 5 * 60_000 + past - Date.now();
  };

  /** Ends of the order in the quarter hour that ends `ago` quarter hours before the last one does. */
  readonly ended = async (ago: number, status: number, count: number): Promise<void> => {
    const at = new Date(this.end - (ago + 1) * QUARTER_MS + 1_000);
    for (let index = 0; index < count; index += 1)
      await this.server.database.pool.query(
        `insert into order_log (id, order_id, order_no, merchant_id, event, operator, before, after, created_at)
         select $1, id, order_no, merchant_id, 'paid', 'system', '{"status": 1}', jsonb_build_object('status', $3::int), $4
         from collect_order where id = $2`,
        [newId(), this.orderId, status, at],
      );
  };

  /** Half of what ended failed from eight to five quarter hours ago, all of it went well otherwise. */
  readonly halfFailed = async (): Promise<void> => {
    for (let each = 11; each >= 0; each -= 1) {
      const isBad = each >= 5 && each <= 8;
      await this.ended(each, COLLECT_STATUS.success, isBad ? 2 : 5);
      if (isBad) await this.ended(each, COLLECT_STATUS.failed, 2);
    }
  };

  /** A rule that has been there since `ago` quarter hours before the end. */
  readonly added = async (over: Record<string, unknown> = {}, ago = 12): Promise<Rule> => {
    const rule = await this.admin.call<Rule>('alertRule/add', { ...RULE, ...over });
    await this.server.database.pool.query('update alert_rule set evaluated_to = $2 where id = $1', [
      rule.id,
      new Date(this.end - ago * QUARTER_MS),
    ]);
    return rule;
  };

  readonly incidents = async (): Promise<Incident[]> => {
    const query = { field: 'openedAt', order: 'ascending', pageSize: 500 };
    return (await this.admin.call<{ items: Incident[] }>('alertIncident/page', query)).items;
  };

  readonly notices = (who = this.admin): Promise<Notice[]> => who.call('sysNotice/mine', { limit: 50 });
}
