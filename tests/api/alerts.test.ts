import type { IncidentFigures } from '../../contract/incidentFigures.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUARTER_MS } from '../../contract/alertState.ts';
import { alertMeasures } from '../../contract/alertMeasures.ts';
import { evaluateRules, keepAlerts } from '../../server/domain/alerts/evaluate.ts';
import { announceIncidents } from '../../server/domain/alerts/hear.ts';
import { sealQuarters } from '../../server/domain/alerts/quarters.ts';
import { COLLECT_STATUS } from '../../server/platform/db/statuses.ts';
import { newId } from '../../server/platform/db/id.ts';
import { makeStaff, PASSWORD } from '../safety/staff.ts';
import { AlertWorld, HOUR_MS, RULE, type Rule } from './alertWorld.ts';

/** Rules over figures of a database: evaluated once whoever does it, heard by those alone who may know. */

const alerts = new AlertWorld();
const { added, ended, halfFailed, incidents, notices, setClock } = alerts;
const pool = () => alerts.server.database.pool;
const owner = () => alerts.server.database.owner;

beforeAll(alerts.start);
afterAll(alerts.stop);
beforeEach(alerts.begin);

/** How many quarter hours before the end. */
const ago = (at: string | null) => (at === null ? null : (alerts.end - Date.parse(at)) / QUARTER_MS);

describe('the figures by quarter hour', () => {
  it('are written once, of all orders and by upstream, channel and merchant', async () => {
    await ended(3, COLLECT_STATUS.success, 3);
    await ended(1, COLLECT_STATUS.failed, 2);
    await Promise.all([
      sealQuarters(alerts.server.deps),
      sealQuarters(alerts.server.deps),
      sealQuarters(alerts.server.deps),
    ]);
    expect(await sealQuarters(alerts.server.deps)).toBe(false);
    const { rows } = await pool().query(
      `select upstream_id <> 0 as upstream, channel_id <> 0 as channel, merchant_id <> 0 as merchant, currency,
        state, sum(rows)::int as rows, sum(amount)::int as amount
       from measure_quarter where source = 'collectOrder' and currency = 'INR' group by 1, 2, 3, 4, 5 order by state, 1, 2, 3`,
    );
    const of = (state: number, count: number) =>
      [
        [false, false, false],
        [false, false, true],
        [false, true, false],
        [true, false, false],
        [true, true, false],
      ].map(([upstream, channel, merchant]) => ({
        upstream,
        channel,
        merchant,
        currency: 'INR',
        state,
        rows: count,
        amount: count * 1_000,
      }));
    expect(rows).toEqual([...of(COLLECT_STATUS.success, 3), ...of(COLLECT_STATUS.failed, 2)]);
  });

  it('have of everything that waits as much as its list has', async () => {
    await ended(0, COLLECT_STATUS.success, 1);
    await sealQuarters(alerts.server.deps);
    for (const { id, over, kind } of alertMeasures.values()) {
      if (over !== 'now') continue;
      const where = kind === 'money' ? { currency: ['INR'] } : {};
      const answer = await alerts.admin.call<{ total: Record<string, number | string> }>('measure/read', {
        measures: [id],
        where,
      });
      const { rows } = await pool().query(
        `select coalesce(sum(rows), 0)::int as rows, coalesce(sum(amount), 0)::float8 as amount from measure_quarter
         where source = $1 and upstream_id = 0 and channel_id = 0 and merchant_id = 0 and currency = $2`,
        [id, kind === 'money' ? 'INR' : '*'],
      );
      expect([id, kind === 'money' ? rows[0].amount : rows[0].rows]).toEqual([id, Number(answer.total[id])]);
    }
  });
});

describe('an evaluation', () => {
  it('opens one incident and ends it, though two workers do it at once', async () => {
    await halfFailed();
    const rule = await added();
    await sealQuarters(alerts.server.deps);
    await Promise.all([1, 2, 3].map(() => evaluateRules(alerts.server.deps)));
    const found = await incidents();
    expect(found.map(({ openedAt, resolvedAt }) => [ago(openedAt), ago(resolvedAt)])).toEqual([[8, 4]]);
    expect(found).toMatchObject([{ status: 'resolved', peak: '50', ruleId: rule.id, threshold: '80' }]);
    await evaluateRules(alerts.server.deps);
    expect(await incidents()).toEqual(found);
  });

  it('has with its detail how the measure went around it, as the rule was evaluated', async () => {
    await halfFailed();
    await added();
    await sealQuarters(alerts.server.deps);
    await evaluateRules(alerts.server.deps);
    const [incident] = await incidents();
    const { figures } = await alerts.admin.call<{ figures: IncidentFigures }>(
      `alertIncident/detail?id=${String(incident!.id)}`,
    );
    const [opened, resolved] = [incident!.openedAt, incident!.resolvedAt!].map(Date.parse);
    const within = figures.points.filter(
      ({ at, value }) => value !== null && at >= opened! && at < resolved!,
    );
    expect(within.map(({ value }) => value)).toEqual(within.map(() => 50));
    expect(within.length).toBeGreaterThan(0);
    expect(figures.points[0]!.at).toBeLessThan(opened!);
    expect(figures.points.at(-1)!.at).toBeGreaterThan(resolved!);
    const before = figures.points.filter(({ at, value }) => at < opened! && value !== null);
    expect(before.every(({ value }) => value! >= 80)).toBe(true);
  });

  it('has done nothing where it was cut off, and does it when it is tried again', async () => {
    await halfFailed();
    await added();
    await sealQuarters(alerts.server.deps);
    await owner().query(`create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
      create trigger cut_off before update on alert_rule for each row execute function cut_off()`);
    await expect(evaluateRules(alerts.server.deps)).rejects.toThrow('cut off');
    expect(await incidents()).toEqual([]);
    await owner().query('drop trigger cut_off on alert_rule; drop function cut_off');
    await evaluateRules(alerts.server.deps);
    expect(await incidents()).toHaveLength(1);
  });

  it('goes quarter hour by quarter hour as all at once', async () => {
    await halfFailed();
    await added({ forMinutes: 15, keepFiringMinutes: 15 });
    await sealQuarters(alerts.server.deps);
    for (let each = 11; each >= 0; each -= 1) {
      await pool().query('update measure_quarter_mark set sealed_to = $1', [
        new Date(alerts.end - each * QUARTER_MS),
      ]);
      await evaluateRules(alerts.server.deps);
    }
    const [one] = await incidents();
    expect([ago(one!.openedAt), ago(one!.resolvedAt)]).toEqual([7, 3]);
    await owner().query('truncate alert_incident');
    await pool().query(`update alert_rule set machine = null, state = 'normal', evaluated_to = $1`, [
      new Date(alerts.end - 12 * QUARTER_MS),
    ]);
    await evaluateRules(alerts.server.deps);
    expect(await incidents()).toMatchObject([
      { openedAt: one!.openedAt, resolvedAt: one!.resolvedAt, peak: one!.peak },
    ]);
  });

  it('is about its own upstream, channel or merchant', async () => {
    await halfFailed();
    await added({ name: 'this merchant', merchantId: alerts.world.merchantId });
    await added({ name: 'another merchant', merchantId: alerts.world.loneId });
    await added({ name: 'this channel', channelId: alerts.world.channelId });
    await added({ name: 'another upstream', upstreamId: alerts.world.upstreamId });
    await keepAlerts(alerts.server.deps);
    expect(new Set((await incidents()).map(({ name }) => name))).toEqual(
      new Set(['this channel', 'this merchant']),
    );
  });

  it('waits where a clock was put back, and skips nothing where it was put forward', async () => {
    await halfFailed();
    await added();
    setClock(-5 * HOUR_MS);
    await keepAlerts(alerts.server.deps);
    expect(await incidents()).toEqual([]);
    setClock();
    await keepAlerts(alerts.server.deps);
    expect(await incidents()).toHaveLength(1);
    setClock(5 * HOUR_MS);
    await keepAlerts(alerts.server.deps);
    setClock();
    await keepAlerts(alerts.server.deps);
    expect(await incidents()).toHaveLength(1);
  });

  it('begins from the start where the rule was changed, and ends what it was firing for', async () => {
    await ended(1, COLLECT_STATUS.failed, 5);
    await ended(0, COLLECT_STATUS.failed, 5);
    const rule = await added();
    await keepAlerts(alerts.server.deps);
    expect(await incidents()).toMatchObject([{ status: 'firing' }]);
    const { version, state } = await alerts.admin.call<Rule>(`alertRule/detail?id=${rule.id}`);
    expect(state).toBe('firing');
    await alerts.admin.call('alertRule/update', { id: rule.id, version, threshold: '60' });
    expect(await incidents()).toMatchObject([{ status: 'resolved' }]);
    expect(await alerts.admin.call<Rule>(`alertRule/detail?id=${rule.id}`)).toMatchObject({
      state: 'normal',
    });
  });
});

describe('a firing rule', () => {
  const firing = async (over: Record<string, unknown> = {}): Promise<Rule> => {
    await ended(0, COLLECT_STATUS.failed, 5);
    const rule = await added(over);
    return rule;
  };
  const another = async () => {
    const [person] = await makeStaff(pool(), alerts.world, 1);
    return { ...person!, client: await alerts.server.signIn(person!.account, PASSWORD) };
  };

  it('is heard once by its owner, with the way to the list, and once more as it ends', async () => {
    const rule = await firing();
    await keepAlerts(alerts.server.deps);
    await Promise.all([announceIncidents(alerts.server.deps), announceIncidents(alerts.server.deps)]);
    const found = await notices();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      title: 'Success rate: 0 %',
      alert: {
        ruleId: rule.id,
        view: 'collectOrder',
        args: { createdAt: { to: new Date(alerts.end).toISOString() } },
      },
    });
    await alerts.admin.command('alertRule/turnOff', { ids: [rule.id] });
    await announceIncidents(alerts.server.deps);
    expect(await notices()).toMatchObject([{ title: 'Resolved: Success rate' }]);
  });

  it('is heard by those named, and not where it is muted or quiet', async () => {
    const hearer = await another();
    await firing({ userIds: [hearer.id], quietFrom: '00:00', quietTo: '23:59' });
    await keepAlerts(alerts.server.deps);
    expect(await notices(hearer.client)).toEqual([]);
    await pool().query(`update alert_rule set quiet_from = null, muted_until = $1`, [
      new Date(alerts.end + HOUR_MS),
    ]);
    await keepAlerts(alerts.server.deps);
    expect(await notices(hearer.client)).toEqual([]);
    await pool().query('update alert_rule set muted_until = null');
    await keepAlerts(alerts.server.deps);
    expect(await notices(hearer.client)).toHaveLength(1);
    expect(await notices()).toEqual([]);
  });

  it('is muted in one command, and heard again afterwards', async () => {
    const rule = await firing();
    await alerts.admin.command('alertRule/muteHour', { ids: [rule.id] });
    await keepAlerts(alerts.server.deps);
    expect(await notices()).toEqual([]);
    await alerts.admin.command('alertRule/unmute', { ids: [rule.id] });
    await keepAlerts(alerts.server.deps);
    expect(await notices()).toHaveLength(1);
  });

  it('is not heard by who lost the right to its figure, nor where its owner did', async () => {
    const hearer = await another();
    await firing({ userIds: [hearer.id, alerts.adminId] });
    await pool().query('update sys_user set account_type = 777 where id = $1', [hearer.id]);
    await keepAlerts(alerts.server.deps);
    expect(await notices()).toHaveLength(1);
    await pool().query('update sys_user set account_type = 999 where id = $1', [hearer.id]);
    expect(await notices(hearer.client)).toEqual([]);
  });
});

describe('what is written of a rule', () => {
  const refused = async (over: Record<string, unknown>) =>
    Object.keys(
      (await alerts.admin.ask('alertRule/add', { ...RULE, ...over })).body.message as unknown as object,
    );

  it('can be answered by the figures', async () => {
    expect(await refused({ measure: 'bankBill.unmatched', merchantId: alerts.world.merchantId })).toEqual([
      'merchantId',
    ]);
    expect(
      await refused({ merchantId: alerts.world.merchantId, upstreamId: alerts.world.upstreamId }),
    ).toEqual(['merchantId']);
    expect(await refused({ measure: 'collectOrder.collected' })).toEqual(['currency']);
    expect(await refused({ windowMinutes: 20 })).toEqual(['windowMinutes']);
    expect(await refused({ resolveThreshold: '70' })).toEqual(['resolveThreshold']);
    expect(await refused({ quietFrom: '22:00' })).toEqual(['quietFrom']);
    expect(await refused({ threshold: '150' })).toEqual(['threshold']);
    expect(await refused({ quietFrom: '22:30', quietTo: '22:30', quietZone: 'Mars/Phobos' })).toEqual([
      'quietTo',
      'quietZone',
    ]);
    expect(await refused({ windowMinutes: 20, forMinutes: 1, resolveThreshold: '200' })).toEqual([
      'windowMinutes',
      'forMinutes',
      'resolveThreshold',
    ]);
    expect(await refused({ userIds: [newId()] })).toEqual(['userIds']);
    expect(await refused({ roleIds: [newId()] })).toEqual(['roleIds']);
  });
});
