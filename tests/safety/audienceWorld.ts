import type { Kind } from '../../contract/audience.ts';
import { resources } from '../../contract/resources/index.ts';
import type { Resource } from '../../contract/resource.ts';
import { newId } from '../../server/platform/db/id.ts';
import { seedRequests } from '../../server/demo/seed/index.ts';
import { snake } from '../../server/engine/sql.ts';
import type { ZodType } from 'zod';
import type { Effect, Permission } from '../../server/platform/http/route.ts';
import { sessionState } from '../../server/identity/session/sessionState.ts';
import { demoWorld, PASSWORD } from '../api/demoWorld.ts';
import type { Client } from '../support/client.ts';
import { declaredRoutes } from '../support/declaredRoutes.ts';
import type { TestServer } from '../support/server.ts';
import { copiedAbroad, PLANTED, plantedRow, type Run } from './plantedRows.ts';

/** One of each kind of people with every button, and the rows of merchants near and far. */

export interface Declared {
  /** GET or POST. */
  method: string;
  url: string;
  permission: Permission;
  effect?: Effect | undefined;
  body?: ZodType | undefined;
  query?: ZodType | undefined;
}

/** `all` sees the tenant, `branch` one organisation, `bare` has no button. */
export type Who = 'all' | 'branch' | 'bare' | 'merchant' | 'agent';
export const PEOPLE: readonly Who[] = ['all', 'branch', 'bare', 'merchant', 'agent'];
export const kindOfWho = (who: Who): Kind => (who === 'merchant' || who === 'agent' ? who : 'staff');

const ACCOUNTS: Readonly<Record<Who, string>> = {
  all: 'operator',
  branch: 'priya',
  bare: 'finance',
  merchant: 'merchant',
  agent: 'agent',
};

export interface Row {
  /** Whose it is, for the name of a failed case. */
  place: string;
  id: string;
  seenBy: ReadonlySet<Who>;
}

export interface AudienceWorld {
  server: TestServer;
  routes: readonly Declared[];
  as: Readonly<Record<Who, Client>>;
  /** A new session of the same person. */
  again(who: Who): Promise<Client>;
  /** Rows of a resource, near and far; none where the demo has none. */
  rowsOf(resource: Resource): Promise<Row[]>;
}

interface Place {
  name: string;
  id: string;
  seenBy: ReadonlySet<Who>;
}

async function placesOf(run: Run): Promise<Place[]> {
  const [home] = await run<{ merchant: string; agent: string; org: string }>(
    `select m.merchant_id::text as merchant, a.merchant_id::text as agent, b.org_id::text as org
     from sys_user m, sys_user a, sys_user b where m.account = 'merchant' and a.account = 'agent' and b.account = 'priya'`,
  );
  const { merchant, agent, org } = home!;
  const one = async (where: string): Promise<string> =>
    (await run<{ id: string }>(`select id::text from merchant where ${where} order by id limit 1`))[0]!.id;
  const alone = `org_id = ${org} and id not in (${merchant}, ${agent}) and agent_id is null`;
  const abroad = await one(`${alone} and type = 1`);
  const [tenant, elsewhere] = [newId(), newId()];
  await run("insert into sys_tenant (id, name) values ($1, 'Theirs')", [tenant]);
  await run("insert into sys_org (id, tenant_id, name) values ($1, $2, 'Abroad')", [elsewhere, tenant]);
  await run('update merchant set tenant_id = $2, org_id = $3 where id = $1', [abroad, tenant, elsewhere]);
  const sub = await one(`agent_id = ${agent} and id <> ${merchant}`);
  await run('update merchant set org_id = $2, agent_id = null where id = $1', [merchant, org]);
  await run('update merchant set org_id = $2 where id = any($1::bigint[])', [[sub, agent], org]);
  const seen = (...who: Who[]) => new Set(who);
  return [
    { name: 'the merchant’s own', id: merchant, seenBy: seen('all', 'branch', 'merchant') },
    { name: 'the agent’s own', id: agent, seenBy: seen('all', 'branch', 'agent') },
    { name: 'the agent’s sub-merchant’s', id: sub, seenBy: seen('all', 'branch', 'agent') },
    {
      name: 'another merchant’s',
      id: await one(`${alone} and id <> ${abroad}`),
      seenBy: seen('all', 'branch'),
    },
    {
      name: 'another organisation’s',
      id: await one(`org_id <> ${org} and id <> ${abroad} and coalesce(agent_id, 0) <> ${agent}`),
      seenBy: seen('all'),
    },
    { name: 'another tenant’s', id: abroad, seenBy: seen() },
  ];
}

const OF_MERCHANTS: ReadonlySet<Resource['scope']> = new Set([
  'merchantId',
  'merchantStaff',
  'tenantMerchant',
  'tenantFigure',
  'id',
]);

export async function audienceWorld(): Promise<AudienceWorld> {
  const [server, declared] = await declaredRoutes(() => demoWorld(400));
  const routes = declared
    .filter(({ method }) => method === 'GET' || method === 'POST')
    .map(({ method, url, config }) => {
      const { permission, effect, body, query } = config!;
      return { method: String(method), url, permission: permission!, effect, body, query };
    });
  await seedRequests(server.database.owner, new Date());
  const run: Run = async (text, values = []) => (await server.database.owner.query(text, values)).rows;
  const places = await placesOf(run);
  const give = async (account: string, scope: number) => {
    const role = newId();
    await run(
      'insert into sys_role (id, tenant_id, name, code, data_scope) select $1, tenant_id, $2, $2, $3 from sys_user where account = $4',
      [role, `every${role}`, scope, account],
    );
    await run('insert into sys_role_menu (role_id, menu_id) select $1, id from sys_menu', [role]);
    await run('insert into sys_user_role (user_id, role_id) select id, $1 from sys_user where account = $2', [
      role,
      account,
    ]);
  };
  await run('delete from sys_user_role where user_id in (select id from sys_user where account = any($1))', [
    Object.values(ACCOUNTS),
  ]);
  await give(ACCOUNTS.all, 1);
  await give(ACCOUNTS.branch, 3);
  await give(ACCOUNTS.merchant, 4);
  await give(ACCOUNTS.agent, 4);
  const abroad = new Map<string, string | undefined>();
  for (const { id, scope } of resources.values())
    if (!OF_MERCHANTS.has(scope) && scope !== 'platform') {
      if (PLANTED.has(id)) await plantedRow(run, snake(id), places[0]!.id);
      abroad.set(id, await copiedAbroad(run, snake(id)));
    }
  // One-time passwords and people of another organisation, besides those of another tenant.
  const [[colleague], otps] = [
    await run<{ id: string }>("select id::text from sys_user where account = 'wangfang'"),
    [newId(), newId()] as const,
  ];
  const otp = `insert into user_otp (id, tenant_id, user_id, secret_key, status)
    select $1, tenant_id, id, 'sealed', 1 from sys_user where id = $2`;
  await run(otp, [otps[0], abroad.get('sysUser')]);
  await run(otp, [otps[1], colleague!.id]);
  abroad.set('userOtp', otps[0]);
  const session = newId();
  await run(
    `insert into sys_session (id, user_id, refresh_hash, expires_at) values ($1, $2, '\\x00', now() + interval '1 day')`,
    [session, abroad.get('sysUser')],
  );
  abroad.set('sysOnlineUser', session);
  await run('update sys_file set user_id = $1 where id = $2', [abroad.get('sysUser'), abroad.get('sysFile')]);
  const shifts = [newId(), newId()] as const;
  // Between two others, and one for who sees all.
  for (const [shift, to] of [
    [shifts[0], 'admin'],
    [shifts[1], ACCOUNTS.all],
  ])
    await run(
      `insert into shift_handover (id, tenant_id, user_id, to_user_id, status)
       select $1, u.tenant_id, u.id, t.id, 'withdrawn' from sys_user u join sys_user t on t.account = $3 where u.id = $2`,
      [shift, colleague!.id, to],
    );
  abroad.set('shiftHandover', shifts[0]);
  const elsewhere = new Map([
    ['shiftHandover', shifts[1]],
    ['sysUser', colleague!.id],
    ['userOtp', otps[1]],
  ]);
  sessionState(server.deps.pool).forgetPeople();
  const as = {} as Record<Who, Client>;
  for (const who of PEOPLE) as[who] = await server.signIn(ACCOUNTS[who], PASSWORD);
  return {
    server,
    routes,
    as,
    again: (who) => server.signIn(ACCOUNTS[who], PASSWORD),
    async rowsOf({ id, scope }) {
      if (scope === 'id')
        return places.map(({ name, id: row, seenBy }) => ({ place: name, id: row, seenBy }));
      if (!OF_MERCHANTS.has(scope)) {
        const row = abroad.get(id);
        const other = elsewhere.get(id);
        return [
          ...(row ? [{ place: 'another tenant’s', id: row, seenBy: new Set<Who>() }] : []),
          ...(other ? [{ place: 'another organisation’s', id: other, seenBy: new Set<Who>(['all']) }] : []),
        ];
      }
      const rows: Row[] = [];
      for (const { name, id: merchant, seenBy } of places) {
        const [found] = await run<{ id: string }>(
          `select id::text from ${snake(id)} where merchant_id = $1 order by id limit 1`,
          [merchant],
        );
        const row = found?.id ?? (PLANTED.has(id) ? await plantedRow(run, snake(id), merchant) : undefined);
        if (row) rows.push({ place: name, id: row, seenBy });
      }
      return rows;
    },
  };
}
