import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLapsed } from '../../server/domain/approvals/lapse.ts';
import { checkInvariants } from '../../server/ledger/invariants/check.ts';
import { Refused } from '../../server/platform/http/refused.ts';
import { freshDatabase } from '../support/database.ts';
import { actOn } from './direct.ts';
import { plantFlow } from './flowWorld.ts';
import { balancesOf, fund, makePayoutWorld, openPayout, type PayoutWorld } from './payoutWorld.ts';
import { HANDS, handsOf, race, ROUNDS, rounds } from './racing.ts';
import { makeStaff, type Staff } from './staff.ts';
import { scaleLimit } from '../support/patience.ts';

/**
 * Payouts by flows of any steps against an oracle that knows the rules alone: who decides in which step, what time does,
 * and that money is held until the end and given back once. Then the same moments by many connections at once.
 */

const SEQUENCES = Number(process.env.FLOW_SEQUENCES ?? 30);
const MINUTES = 60;
const PEOPLE = 4;

interface Step {
  /** Null: whoever may do the command. */
  people: readonly number[] | null;
  all: boolean;
  above: number | null;
  onTimeout: 'ask' | 'escalate' | 'refuse';
}

const stepOf = fc.record({
  people: fc.option(fc.uniqueArray(fc.nat(PEOPLE - 1), { minLength: 1, maxLength: 3 }), { freq: 4 }),
  all: fc.boolean(),
  above: fc.option(fc.constantFrom(150, 250), { freq: 2 }),
  onTimeout: fc.constantFrom('ask' as const, 'escalate' as const, 'refuse' as const),
});
const commandOf = fc.record({
  kind: fc.constantFrom('approve', 'approve', 'approve', 'deny', 'cancel', 'wait'),
  user: fc.nat(PEOPLE - 1),
  minutes: fc.constantFrom(5, 30, 70),
});
type Command = { kind: string; user: number; minutes: number };

/** One flow for each end, so that a run of few sequences has seen them all: a step that anybody decides, and one command. */
const EVERY_END = ['wait', 'approve', 'deny', 'cancel'].map((kind): [Step[], number, Command[]] => [
  [{ people: null, all: false, above: null, onTimeout: 'ask' }],
  PEOPLE,
  [{ kind, user: 0, minutes: 5 }],
]);

/** The rules, written down without a look at the server. */
class Oracle {
  status: 'approving' | 'queued' | 'rejected' | 'cancelled' = 'approving';
  private at = 0;
  private decided = new Set<number>();
  private escalated = false;
  private due = MINUTES;
  private now = 0;
  private readonly steps: readonly Step[];
  private readonly maker: number;

  constructor(steps: readonly Step[], maker: number) {
    this.steps = steps;
    this.maker = maker;
  }

  private begin(at: number): void {
    [this.at, this.escalated, this.due] = [at, false, this.now + MINUTES];
  }

  /** Time passes, and the regular work looks every time. */
  wait(minutes: number): void {
    this.now += minutes;
    if (this.status !== 'approving' || this.now < this.due) return;
    const { onTimeout } = this.steps[this.at]!;
    if (onTimeout === 'refuse') this.status = 'rejected';
    else if (onTimeout === 'escalate' && !this.escalated)
      [this.escalated, this.due] = [true, this.now + MINUTES];
    else {
      // Put again: nobody has decided about it.
      this.decided = new Set();
      this.begin(0);
    }
  }

  private may(user: number): boolean {
    if (this.status !== 'approving' || user === this.maker || this.decided.has(user)) return false;
    const { people } = this.steps[this.at]!;
    return people === null || this.escalated || people.includes(user);
  }

  approve(user: number): boolean {
    if (!this.may(user)) return false;
    this.decided.add(user);
    const { people, all } = this.steps[this.at]!;
    const waits = (people ?? []).some((each) => each !== this.maker && !this.decided.has(each));
    if (all && people !== null && !this.escalated && waits) return true;
    if (this.at + 1 < this.steps.length) this.begin(this.at + 1);
    else this.status = 'queued';
    return true;
  }

  /** Whoever may do the command refuses what nobody of the step is left to decide. */
  private isLeft(): boolean {
    const { people } = this.steps[this.at]!;
    if (people === null || this.escalated) return false;
    return people.every((each) => each === this.maker || this.decided.has(each));
  }

  deny(user: number): boolean {
    const isOutsider = user !== this.maker && !this.decided.has(user);
    const mayEnd = this.status === 'approving' && isOutsider && this.isLeft();
    if (!this.may(user) && !mayEnd) return false;
    this.status = 'rejected';
    return true;
  }

  cancel(): boolean {
    if (this.status !== 'approving' && this.status !== 'queued') return false;
    this.status = 'cancelled';
    return true;
  }
}

const STATUS = { approving: 1, queued: 2, rejected: 6, cancelled: 7 } as const;
const AMOUNT = 200;

const tried = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) return false;
      throw error;
    },
  );

const database = await freshDatabase();
const { pool } = database;
afterAll(() => database.drop());

const statusOf = async (id: string): Promise<number> =>
  (await pool.query('select status from pay_order where id = $1', [id])).rows[0].status;

interface Scene {
  world: PayoutWorld;
  staff: Staff[];
}

async function scene(): Promise<Scene> {
  const world = await makePayoutWorld(pool, () => 'http://127.0.0.1:9');
  await fund(pool, world.merchantId, '100000');
  return { world, staff: await makeStaff(pool, world, PEOPLE) };
}

/** The first step is for every amount, and whoever may do the command does not decide as all. */
const planted = ({ staff }: Scene, steps: readonly Step[]) =>
  steps.map(({ people, all, above, onTimeout }, at) => ({
    ...(people && { who: 'people' as const, userIds: people.map((each) => staff[each]!.id) }),
    decides: all && people ? ('all' as const) : ('any' as const),
    ...(at > 0 && above !== null && { above: String(above) }),
    onTimeout,
    minutes: MINUTES,
  }));

const madeBy = (from: Pool, id: string, { id: maker }: Staff) =>
  from.query('update approval set maker_id = $2 where row_id = $1', [id, maker]);

it(`agrees with the oracle over ${SEQUENCES} flows, every invariant holding after each`, {
  timeout: Math.max(300_000, SEQUENCES * 2_000),
}, async () => {
  const made = await scene();
  const ends = new Map<string, number>();
  const holds = fc.asyncProperty(
    fc.array(stepOf, { minLength: 1, maxLength: 3 }),
    fc.nat(PEOPLE),
    fc.array(commandOf, { minLength: 4, maxLength: 16 }),
    async (steps, maker, commands: Command[]) => {
      const { world, staff } = made;
      await pool.query('delete from approval_rule where tenant_id = $1', [world.tenantId]);
      await plantFlow(pool, world, { action: 'payOrder:approve', limit: '100', steps: planted(made, steps) });
      const before = await balancesOf(pool, world.merchantId);
      let now = Date.now();
      const { id } = await openPayout(pool, world, { amount: String(AMOUNT) });
      if (staff[maker]) await madeBy(pool, id, staff[maker]);
      const applies = steps.filter(({ above }, at) => at === 0 || above === null || above < AMOUNT);
      const oracle = new Oracle(applies, maker);
      for (const { kind, user, minutes } of commands) {
        const by = { userId: staff[user]!.id, now: new Date(now) };
        const act = (verb: string) => tried(actOn(pool, 'payOrder', verb, id, by));
        if (kind === 'wait') {
          now += minutes * 60_000;
          await closeLapsed(pool, new Date(now));
          oracle.wait(minutes);
        } else if (kind === 'cancel') expect(await act('cancel')).toBe(oracle.cancel());
        else if (kind === 'deny') expect(await act('deny')).toBe(oracle.deny(user));
        else expect(await act('approve')).toBe(oracle.approve(user));
        expect(await statusOf(id)).toBe(STATUS[oracle.status]);
      }
      ends.set(oracle.status, (ends.get(oracle.status) ?? 0) + 1);
      if (oracle.status === 'approving' || oracle.status === 'queued')
        await actOn(pool, 'payOrder', 'cancel', id);
      expect(await balancesOf(pool, world.merchantId)).toEqual(before);
    },
  );
  await fc.assert(holds, { numRuns: SEQUENCES, examples: EVERY_END });
  expect(await checkInvariants(pool)).toEqual([]);
  expect([...ends.keys()].toSorted()).toEqual(['approving', 'cancelled', 'queued', 'rejected']);
});

describe(`${HANDS} connections on steps, ${ROUNDS} rounds`, { timeout: scaleLimit(600_000) }, () => {
  const hands = handsOf(database);
  let made: Scene;
  beforeAll(async () => {
    made = await scene();
  });
  afterAll(async () => {
    expect(await checkInvariants(pool)).toEqual([]);
    await hands.end();
  });
  const opened = async (steps: readonly Step[]) => {
    await pool.query('delete from approval_rule where tenant_id = $1', [made.world.tenantId]);
    await plantFlow(pool, made.world, {
      action: 'payOrder:approve',
      limit: '100',
      steps: planted(made, steps),
    });
    return (await openPayout(pool, made.world, { amount: String(AMOUNT) })).id;
  };
  const step = (people: number[] | null, over: Partial<Step> = {}): Step => ({
    people,
    all: false,
    above: null,
    onTimeout: 'ask',
    ...over,
  });
  const act = (verb: string, id: string, at: number, now = new Date()) =>
    actOn(hands, 'payOrder', verb, id, { userId: made.staff[at % PEOPLE]!.id, now });
  const decisions = async (id: string) =>
    (
      await pool.query<{ step: number; user: string }>(
        `select d.step, d.user_id::text as user from approval_decision d join approval a on a.id = d.approval_id
         where a.row_id = $1 and d.kind = 'agree' order by d.step`,
        [id],
      )
    ).rows;
  const cancelled = (id: string) => actOn(pool, 'payOrder', 'cancel', id);

  it('take one answer of each person and one for each step, and are queued once', () =>
    rounds(async () => {
      const id = await opened([step([0, 1]), step([2, 3]), step(null)]);
      await race((at) => act('approve', id, at));
      // Whoever was early for a step has been refused: the rest is decided one after the other.
      for (let at = 0; at < 3 * PEOPLE; at += 1) await tried(act('approve', id, at));
      expect(await statusOf(id)).toBe(STATUS.queued);
      const made3 = await decisions(id);
      expect(made3.map((each) => each.step)).toEqual([1, 2, 3]);
      expect(new Set(made3.map((each) => each.user)).size).toBe(3);
      await cancelled(id);
    }));

  it('are passed by all of them where all decide', () =>
    rounds(async () => {
      const id = await opened([step([0, 1, 2], { all: true })]);
      const { won } = await race((at) => act('approve', id, at));
      expect(won).toHaveLength(3);
      expect(won.filter((answer) => answer?.waiting === true)).toHaveLength(2);
      expect([await statusOf(id), (await decisions(id)).length]).toEqual([STATUS.queued, 3]);
      await cancelled(id);
    }));

  it('are decided, denied or cancelled by one', () =>
    rounds(async () => {
      const before = await balancesOf(pool, made.world.merchantId);
      const id = await opened([step([0, 1]), step([2, 3])]);
      await act('approve', id, 0);
      const ways = ['approve', 'deny', 'cancel'];
      await race((at) => act(ways[at % 3]!, id, 2 + (at % 2)));
      if ((await statusOf(id)) === STATUS.queued) await cancelled(id);
      expect(await balancesOf(pool, made.world.merchantId)).toEqual(before);
      const { rows } = await pool.query('select kind from journal_entry where order_id = $1 order by kind', [
        id,
      ]);
      expect(rows.map(({ kind }) => kind)).toEqual(['payoutHold', 'payoutRelease']);
    }));

  it('end by an answer or by time, once', () =>
    rounds(async () => {
      const before = await balancesOf(pool, made.world.merchantId);
      const id = await opened([step([0, 1], { onTimeout: 'refuse' })]);
      const late = new Date(Date.now() + 2 * MINUTES * 60_000);
      const { won } = await race(async (at) => {
        if (at % 2) return (await closeLapsed(hands, late)) > 0 ? 'time' : 'nothing';
        await act('approve', id, at % 4 === 0 ? 0 : 1);
        return 'person';
      });
      await closeLapsed(pool, late);
      const status = await statusOf(id);
      expect(won.filter((way) => way === 'person')).toHaveLength(status === STATUS.queued ? 1 : 0);
      expect([STATUS.queued, STATUS.rejected]).toContain(status);
      if (status === STATUS.queued) await cancelled(id);
      expect(await balancesOf(pool, made.world.merchantId)).toEqual(before);
    }));
});
