import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExceptionGroup } from '../../contract/exceptionGroup.ts';
import { snake } from '../../server/engine/sql.ts';
import { newId } from '../../server/platform/db/id.ts';
import { PASSWORD } from '../api/demoWorld.ts';
import { TtlCache } from '../../server/platform/ttlCache.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { exportedText } from '../support/jobs.ts';
import { NAMERS, type Namer, type ReferenceWorld, referenceWorld } from './referenceWorld.ts';

/** A row of a log is read by whoever reads what it is about: by page, block, detail, count, export and search. */

let world: ReferenceWorld;
let worker: Awaited<ReturnType<typeof startWorker>>;

interface Logged {
  log: string;
  what: string;
  id: string;
  readers: readonly Namer[];
}
const logged: Logged[] = [];
const trace = randomUUID();
const FINGERPRINTS = {
  branch: 'aaaaaaaaaaaaaaaa',
  elsewhere: 'bbbbbbbbbbbbbbbb',
  abroad: 'cccccccccccccccc',
};

interface Person {
  id: string;
  account: string;
  tenant: string;
}

async function personOf(account: string): Promise<Person> {
  const [found] = await world.sql<Person>(
    'select id::text, account, tenant_id::text as tenant from sys_user where account = $1',
    [account],
  );
  return found!;
}

/** Somebody of the same branch as priya, besides her. */
async function newPerson(account: string, like: string): Promise<Person> {
  await world.sql(
    `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, status)
     select $1, tenant_id, $2, password_hash, $2, 777, org_id, 1 from sys_user where account = $3`,
    [newId(), account, like],
  );
  return personOf(account);
}

async function plantRequest(log: string, what: string, who: Person | undefined, readers: readonly Namer[]) {
  const id = newId();
  const more = log === 'sysLogEx' ? { fingerprint: fingerprintOf(readers), exception: 'Error: planted' } : {};
  const values: Record<string, unknown> = {
    id,
    tenant_id: who?.tenant ?? null,
    log_date_time: new Date(),
    user_id: who?.id ?? null,
    account: who?.account ?? 'nobody',
    display_title: what,
    controller_name: 'planted',
    action_name: 'planted',
    http_method: 'POST',
    request_url: '/planted',
    status: 200,
    elapsed: 1,
    remote_ip: '192.0.2.1',
    trace_id: trace,
    ...more,
  };
  await insert(log, values);
  logged.push({ log, what, id, readers });
}

const fingerprintOf = (readers: readonly Namer[]): string =>
  readers.includes('branch')
    ? FINGERPRINTS.branch
    : readers.includes('abroad')
      ? FINGERPRINTS.abroad
      : FINGERPRINTS.elsewhere;

async function insert(log: string, values: Record<string, unknown>): Promise<void> {
  const names = Object.keys(values);
  const places = names.map((_name, at) => `$${at + 1}`);
  await world.sql(
    `insert into ${snake(log)} (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(values),
  );
}

async function plantDifference(
  what: string,
  about: { resource: string; row: string; tenant: string },
  by: Person,
  readers: readonly Namer[],
  labels: Record<string, string> = {},
) {
  const id = newId();
  await insert('sysLogDiff', {
    id,
    tenant_id: about.tenant,
    log_date_time: new Date(),
    user_id: by.id,
    account: by.account,
    resource: about.resource,
    row_id: about.row,
    diff_type: 'update',
    before_data: { remark: null },
    after_data: { remark: what },
    labels,
    concerned: what,
    trace_id: trace,
  });
  logged.push({ log: 'sysLogDiff', what, id, readers });
  return id;
}

let cut: { row: string; kept: string; dropped: readonly string[] };

beforeAll(async () => {
  world = await referenceWorld();
  worker = await startWorker(world.server.deps);
  const [priya, elsewhere, abroad, admin] = [
    await personOf('priya'),
    await personOf('wangfang'),
    await personOf('abroad'),
    await personOf('admin'),
  ];
  const colleague = await newPerson('colleague', 'priya');
  for (const log of ['sysLogVis', 'sysLogOp', 'sysLogEx']) {
    await plantRequest(log, 'own branch', colleague, ['all', 'branch']);
    await plantRequest(log, 'another branch', elsewhere, ['all']);
    await plantRequest(log, 'another tenant', abroad, ['abroad']);
    await plantRequest(log, 'nobody', undefined, []);
  }
  const home = priya.tenant;
  const user = (person: Person) => ({ resource: 'sysUser', row: person.id, tenant: person.tenant });
  const [foreignMerchant] = (await world.foreignTo('branch', 'merchant')).slice(1);
  const role = await world.ownOf('all', 'sysRole');
  const labels = {
    [role]: 'A role',
    [elsewhere.id]: 'Somebody elsewhere',
    [foreignMerchant!]: 'A merchant elsewhere',
  };
  const row = await plantDifference('own branch', user(colleague), admin, ['all', 'branch'], labels);
  cut = { row, kept: role, dropped: [elsewhere.id, foreignMerchant!] };
  await plantDifference('another branch', user(elsewhere), admin, ['all']);
  await plantDifference('another branch, by oneself', user(elsewhere), priya, ['all', 'branch']);
  await plantDifference('a role of the tenant', { resource: 'sysRole', row: role, tenant: home }, admin, [
    'all',
    'branch',
  ]);
  await plantDifference('somebody who is gone', { ...user(priya), row: newId() }, admin, ['all']);
  await plantDifference('another tenant', user(abroad), abroad, ['abroad']);
  await plantDifference('a setting', { resource: 'sysConfig', row: newId(), tenant: home }, admin, [
    'all',
    'branch',
  ]);
});
afterAll(async () => {
  await worker?.stop();
  await world?.server.stop();
});

const LOGS = ['sysLogVis', 'sysLogOp', 'sysLogEx', 'sysLogDiff'] as const;

const rowsOf = (log: string): Logged[] => logged.filter((each) => each.log === log);
const expected = (who: Namer, log: string): string[] =>
  rowsOf(log)
    .filter(({ readers }) => readers.includes(who))
    .map(({ id }) => id)
    .sort();

interface Rows {
  items: { id: string; labels: Record<string, string> | null; concerned: string | null }[];
  total: number;
}

const ofPlanted = (ids: readonly { id: string }[], log: string): string[] => {
  const planted = new Set(rowsOf(log).map(({ id }) => id));
  return ids
    .map(({ id }) => id)
    .filter((id) => planted.has(id))
    .sort();
};

describe.each(NAMERS.flatMap((who) => LOGS.map((log) => [who, log] as const)))(
  '%s reads of %s',
  (who, log) => {
    it('pages, blocks and counts of what it may', async () => {
      const { call } = world.as[who];
      const page = await call<Rows>(`${log}/page`, { traceId: trace, pageSize: 100 });
      expect(ofPlanted(page.items, log)).toEqual(expected(who, log));
      expect(page.total).toBe(expected(who, log).length);
      const rows = await call<Rows>(`${log}/rows`, { traceId: trace, start: 0, end: 100 });
      expect(ofPlanted(rows.items, log)).toEqual(expected(who, log));
      const totals = await call<{ count: number }>(`${log}/totals`, { traceId: trace });
      expect(JSON.stringify(totals)).toContain(String(expected(who, log).length));
    });

    it('the detail of what it may, and nothing of the rest', async () => {
      for (const { id, what, readers } of rowsOf(log)) {
        const { body } = await world.as[who].ask(`${log}/detail?id=${id}`);
        expect(body.code, what).toBe(readers.includes(who) ? 200 : 404);
      }
    });

    it('an export of what it may', async () => {
      const asked = { traceId: trace, columns: ['traceId'] };
      const text = await exportedText(world.server.base, world.as[who], log, asked);
      const [, ...lines] = text.trim().split('\r\n');
      expect(lines.length).toBe(expected(who, log).length);
    });
  },
);

describe('the search over logs', () => {
  it.each(NAMERS)('finds for %s what each log shows', async (who) => {
    const { items } = await world.as[who].call<{ items: { log: string; id: string }[] }>('logTrace/items', {
      find: trace,
      days: 1,
    });
    for (const log of LOGS)
      expect(
        ofPlanted(
          items.filter((each) => each.log === log),
          log,
        ),
        log,
      ).toEqual(expected(who, log));
  });
});

it('failures are grouped and marked by whoever reads one of them', async () => {
  const groups = async (who: Namer) =>
    (await world.as[who].call<ExceptionGroup[]>('sysLogEx/groups', {}))
      .map(({ fingerprint }) => fingerprint)
      .filter((each) => Object.values(FINGERPRINTS).includes(each))
      .sort();
  expect(await groups('all')).toEqual([FINGERPRINTS.branch, FINGERPRINTS.elsewhere]);
  expect(await groups('branch')).toEqual([FINGERPRINTS.branch]);
  expect(await groups('abroad')).toEqual([FINGERPRINTS.abroad]);
  const mark = async (who: Namer, fingerprint: string) =>
    (await world.as[who].ask('sysLogEx/mark', { fingerprint, state: 'muted' })).body.code;
  expect(await mark('branch', FINGERPRINTS.elsewhere)).toBe(404);
});

it('what ids were called is told as far as the reader sees whom', async () => {
  const of = async (who: Namer) =>
    (await world.as[who].call<Rows>('sysLogDiff/page', { traceId: trace, pageSize: 100 })).items.find(
      ({ id }) => id === cut.row,
    )!;
  const whole = await of('all');
  expect(Object.keys(whole.labels ?? {}).sort()).toEqual([cut.kept, ...cut.dropped].sort());
  const part = await of('branch');
  expect(Object.keys(part.labels ?? {})).toEqual([cut.kept]);
  expect(part.concerned).toBeNull();
});

it('what the platform changes of a tenant is in that tenant’s log, and in no other', async () => {
  const admin = await world.server.signIn('admin', PASSWORD);
  const [role] = await world.foreignTo('all', 'sysRole');
  const [row] = await world.sql<{ version: number }>('select version from sys_role where id = $1', [role]);
  await admin.command('sysRole/update', { id: role, version: row!.version, remark: 'from outside' });
  const about = async (who: Namer) =>
    (await world.as[who].call<Rows>('sysLogDiff/page', { rowId: role, pageSize: 10 })).items.length;
  expect(await about('abroad')).toBe(1);
  expect(await about('all')).toBe(0);
});

it('keys of caches name no merchant or person that the reader does not see', async () => {
  const [, foreign] = await world.foreignTo('branch', 'merchant');
  const [found] = await world.sql<{ id: string }>(
    "select m.id::text from merchant m join sys_user u on u.account = 'priya' and u.org_id = m.org_id limit 1",
  );
  const own = found!.id;
  const cache = new TtlCache<string>({ name: 'planted', ttlMs: 60_000 });
  for (const id of [foreign!, own]) await cache.get(`of/${id}`, async () => 'figure');
  const keys = async (who: Namer) =>
    (await world.as[who].call<string[]>('sysCache/keysByPrefixKey/planted')).sort();
  expect(await keys('all')).toEqual([`planted:of/${foreign!}`, `planted:of/${own}`].sort());
  expect(await keys('branch')).toEqual([`planted:of/${own}`]);
  const key = encodeURIComponent(`planted:of/${foreign!}`);
  expect(await world.as.branch.call(`sysCache/value/${key}`)).toBeNull();
  expect(await world.as.branch.call(`sysCache/delete/${key}`, {})).toBe(0);
  // It is listed for as long as somebody has it.
  cache.clear();
});
