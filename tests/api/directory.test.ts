import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DirectoryTest, SyncList, SyncPreview } from '../../contract/directorySync.ts';
import { BASE, personEntry, SERVICE_PASSWORD, slapd, unitEntry } from '../support/directoryServer.ts';
import { endedJob } from '../support/jobs.ts';
import { codeOf, type DirectoryWorld, directoryWorld, enter, type Row, refusal } from './directoryWorld.ts';
import { PASSWORD } from './sessionWorld.ts';

/** People and departments of a directory. `npm run campaign:directory` runs the same against a real slapd. */

let here: DirectoryWorld;
let { admin, directory, server, world } = {} as DirectoryWorld;
let row: Row;

beforeAll(async () => {
  here = await directoryWorld();
  ({ admin, directory, server, world } = here);
});
afterAll(() => here.stop());
beforeEach(async () => {
  await here.begin();
  ({ row } = here);
});
afterEach(() => here.end());

const preview = (kind: 'User' | 'Dept' = 'User') =>
  admin.call<SyncPreview>(`sysLdap/preview${kind}`, { id: row.id });
const keys = ({ lists }: SyncPreview, list: SyncList) => lists[list].map(({ key }) => key).toSorted();
const userOf = async (account: string) =>
  (
    await server.database.pool.query<Record<string, unknown>>(
      'select *, org_id::text, id::text from sys_user where account = $1',
      [account],
    )
  ).rows[0]!;
describe('the row of a directory', () => {
  it('names a host of the environment, whatever the form says', async () => {
    const others = [
      { host: '169.254.169.254' },
      { host: '127.0.0.1', port: 22 },
      { host: 'localhost', port: 389 },
      { host: 'directory.internal' },
      { host: `${here.form().host}@evil.example` },
      { host: '2130706433' },
      { host: '[::ffff:127.0.0.1]' },
    ];
    for (const other of others) {
      const { message, extras } = await refusal(admin, 'sysLdap/add', {
        ...here.form(),
        baseDn: 'dc=x',
        ...other,
      });
      expect([extras?.errorCode, JSON.stringify(message)]).toEqual([
        'validation',
        expect.stringContaining('LDAP_HOSTS'),
      ]);
      expect(await codeOf(admin, 'sysLdap/update', { ...row, ...other })).toBe('validation');
    }
    // What was allowed before and is no longer is not asked any more.
    await server.database.pool.query("update sys_ldap set host = '127.0.0.2'");
    for (const call of ['test', 'previewUser', 'previewDept'])
      expect(String((await refusal(admin, `sysLdap/${call}`, { id: row.id })).message)).toContain(
        'LDAP_HOSTS',
      );
  });

  it('never answers its password, and keeps it where the form sends back what it was shown', async () => {
    const kept = async () =>
      (await server.database.pool.query<{ pass: string }>('select bind_pass as pass from sys_ldap')).rows[0]!
        .pass;
    const before = await kept();
    expect(before).toMatch(/^v1\./);
    const answers = [
      row,
      await admin.call('sysLdap/page', { searchKey: 'example' }),
      await admin.call('sysLdap/list'),
      await admin.call(`sysLdap/detail?Id=${row.id}`),
      await admin.call('sysLdap/rows', { start: 0, end: 5 }),
    ];
    expect(JSON.stringify(answers)).not.toContain(SERVICE_PASSWORD);
    expect(JSON.stringify(answers)).not.toContain(before);
    const [shown] = (await admin.call<{ items: Row[] }>('sysLdap/page', { searchKey: 'EXAMPLE' })).items;
    expect((await admin.call<{ items: Row[] }>('sysLdap/page', { searchKey: 'nowhere' })).items).toEqual([]);
    await admin.call('sysLdap/update', {
      ...shown,
      bindAttrEmployeeId: 'sn',
      tenantId: '9',
      syncedAt: '2020-01-01',
    });
    expect(await kept()).toBe(before);
    const { rows } = await server.database.pool.query('select * from sys_ldap');
    expect(rows[0]).toMatchObject({ bind_attr_employee_id: 'sn', tenant_id: world.tenant, synced_at: null });
    const logs = await server.database.pool.query('select before_data, after_data from sys_log_diff');
    expect(JSON.stringify(logs.rows)).not.toContain(SERVICE_PASSWORD);
  });

  it.each([
    ['baseDn', 'nothing'],
    ['bindDn', 'cn'],
    ['authFilter', '(uid=*)'],
    ['authFilter', '(%s=x)'],
    ['authFilter', '(uid:%s:=x)'],
    ['authFilter', '(uid=%s'],
    ['bindAttrAccount', 'uid)(cn=*'],
    ['bindAttrCode', ''],
    ['port', 0],
  ])('refuses the %s %j', async (field, value) => {
    const wrong = { ...here.form(), host: here.form().host, baseDn: 'dc=other', [field]: value };
    expect((await refusal(admin, 'sysLdap/add', wrong)).message).toHaveProperty(field);
  });

  it('is not for whoever holds less than those who come from it', async () => {
    const operator = await server.signIn('operator', PASSWORD);
    await admin.call('sysLdap/update', { ...row, bindAttrEmployeeId: 'sn' });
    await server.database.pool.query("update sys_user set domain_account = 'x' where id = $1", [world.admin]);
    expect(await codeOf(operator, 'sysLdap/add', { ...here.form(), baseDn: 'dc=mine' })).toBe(
      'selfForbidden',
    );
    expect(await codeOf(operator, 'sysLdap/delete', { id: row.id })).toBe('selfForbidden');
    for (const call of ['test', 'syncUser', 'syncDept', 'previewUser'])
      expect(await codeOf(operator, `sysLdap/${call}`, { id: row.id })).toBe('forbidden');
  });
});

describe('the test of a directory', () => {
  it('counts what the filters find', async () => {
    await directory.set([unitEntry('Sales'), personEntry('ann', {}, 'ou=Sales'), personEntry('bob')]);
    expect(await admin.call<DirectoryTest>('sysLdap/test', { id: row.id })).toMatchObject({
      people: 2,
      departments: 1,
    });
  });

  it('says what is wrong', async () => {
    const says = async (change: Record<string, unknown>) => {
      const { version } = await admin.call<Row>(`sysLdap/detail?Id=${row.id}`);
      await admin.call('sysLdap/update', { ...row, ...change, version });
      return String((await refusal(admin, 'sysLdap/test', { id: row.id })).message);
    };
    expect(await says({ bindPass: 'wrong' })).toContain('refuses the bind DN');
    expect(await says({ bindPass: SERVICE_PASSWORD, baseDn: `ou=none,${BASE}` })).toContain('base DN');
    expect(await says({ baseDn: BASE, status: 2 })).toContain('disabled');
  });

  it('does not wait for what does not answer', async () => {
    const before = server.deps.env.ldapHosts;
    Object.assign(server.deps.env, { ldapHosts: [{ host: '127.0.0.1', port: 1, security: 'none' }] });
    try {
      await admin.call('sysLdap/update', { ...row, host: '127.0.0.1', port: 1 });
      const { message } = await refusal(admin, 'sysLdap/test', { id: row.id });
      expect(String(message)).toContain('ECONNREFUSED');
    } finally {
      Object.assign(server.deps.env, { ldapHosts: before });
    }
  });
});

describe('a synchronisation of people', () => {
  it('shows what it would do, and does that', async () => {
    await directory.set([
      unitEntry('Sales'),
      personEntry(
        'ann',
        { mail: 'ann@example.com', mobile: '+91 98765 43210', employeeNumber: '7' },
        'ou=Sales',
      ),
      personEntry('bob'),
      personEntry('admin'),
    ]);
    const shown = await preview();
    expect(keys(shown, 'added')).toEqual(['ann', 'bob']);
    expect(shown.lists.left).toMatchObject([
      { key: 'admin', reason: expect.stringContaining('exists here') },
    ]);
    expect(await userOf('ann')).toBeUndefined();
    expect(await here.sync()).toMatchObject({ refused: [] });
    expect(await userOf('ann')).toMatchObject({
      tenant_id: world.tenant,
      real_name: 'ann annson',
      email: 'ann@example.com',
      phone: '+919876543210',
      job_num: '7',
      domain_account: 'ann',
      account_type: 777,
      org_id: world.head,
      status: 1,
      must_change_password: false,
    });
    expect(JSON.stringify(await userOf('ann'))).not.toContain('ann-password-1');
    const after = await preview();
    expect([after.counts.added, after.counts.changed, after.counts.same]).toEqual([0, 0, 2]);
    expect(await admin.call<Row>(`sysLdap/detail?Id=${row.id}`)).toMatchObject({
      syncedAt: expect.any(String) as unknown,
    });
  });

  it('changes what has changed, disables who is gone and takes back who returns', async () => {
    await directory.set([personEntry('ann'), personEntry('bob')]);
    await here.sync();
    const bob = await server.signIn('bob', 'bob-password-1');
    await directory.set([personEntry('ann', { displayName: 'Ann Other' })]);
    const shown = await preview();
    expect(shown.lists.changed).toEqual([
      {
        key: 'ann',
        name: 'Ann Other',
        changes: [{ field: 'realName', before: 'ann annson', after: 'Ann Other' }],
      },
    ]);
    expect(shown.lists.disabled).toMatchObject([{ key: 'bob', reason: 'No longer in the directory' }]);
    await here.sync();
    expect([(await userOf('ann')).real_name, (await userOf('bob')).status]).toEqual(['Ann Other', 2]);
    expect(await codeOf(bob, 'sysAuth/unLockScreen?password=x', {})).toBe('unauthenticated');
    await directory.set([personEntry('ann', { displayName: 'Ann Other' }), personEntry('bob')]);
    await here.sync();
    expect((await userOf('bob')).status).toBe(1);
    // Whom a person has disabled stays so.
    await server.database.pool.query("update sys_user set status = 2 where account = 'ann'");
    expect((await preview()).lists.left).toMatchObject([{ key: 'ann', reason: 'Disabled here by a person' }]);
  });

  it('does what was looked at, and disables no large share unless its count is typed', async () => {
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'];
    await directory.set(names.map((name) => personEntry(name)));
    const { digest } = await preview();
    await directory.set([personEntry('ann')]);
    const run = async (seen: object) =>
      endedJob(
        admin,
        (await admin.call<{ jobId: string }>('sysLdap/syncUser', { id: row.id, ...seen })).jobId,
      );
    expect(await run({ digest })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('changed since you looked') as unknown,
    });
    expect(await userOf('ann')).toBeUndefined();
    await directory.set(names.map((name) => personEntry(name)));
    await here.sync();
    await directory.set([personEntry('a7')]);
    const narrow = await preview();
    expect(narrow.typed).toBe(6);
    for (const confirmed of [undefined, 5])
      expect(await run({ digest: narrow.digest, confirmed })).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('6 would be disabled') as unknown,
      });
    expect((await userOf('a1')).status).toBe(1);
    expect(await run({ digest: narrow.digest, confirmed: 6 })).toMatchObject({ status: 'done' });
    expect((await userOf('a1')).status).toBe(2);
  });

  it('changes nothing where the directory has nobody, and nobody who holds more', async () => {
    await directory.set([personEntry('ann')]);
    await here.sync();
    await directory.set([]);
    expect(String((await refusal(admin, 'sysLdap/previewUser', { id: row.id })).message)).toContain(
      'nothing',
    );
    const { jobId } = await admin.call<{ jobId: string }>('sysLdap/syncUser', { id: row.id });
    expect(await endedJob(admin, jobId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('nothing is changed') as unknown,
    });
    expect((await userOf('ann')).status).toBe(1);
    await server.database.pool.query("update sys_user set domain_account = 'boss' where id = $1", [
      world.admin,
    ]);
    await directory.set([personEntry('ann'), personEntry('boss')]);
    expect((await preview()).lists.left).toMatchObject([
      { key: 'boss', reason: expect.stringContaining('super') },
    ]);
  });

  it('takes over an account whose domain account was set by hand, and gives the role of the row', async () => {
    await admin.call('sysLdap/update', { ...row, roleId: world.role, orgId: world.branch });
    await server.database.pool.query("update sys_user set domain_account = 'CAL' where id = $1", [
      world.colleague,
    ]);
    await directory.set([personEntry('cal'), personEntry('dan')]);
    expect((await preview()).lists.changed).toMatchObject([
      { key: 'cal', reason: expect.stringContaining('password') },
    ]);
    await here.sync();
    expect(await enter(here, 'colleague', PASSWORD)).toBe('badCredentials');
    expect(await enter(here, 'colleague', 'cal-password-1')).toBeUndefined();
    const { rows } = await server.database.pool.query(
      "select u.org_id::text, r.role_id::text from sys_user u join sys_user_role r on r.user_id = u.id where u.account = 'dan'",
    );
    expect(rows).toEqual([{ org_id: world.branch, role_id: world.role }]);
    await server.database.pool.query('delete from sys_ldap_user where user_id = $1', [world.colleague]);
  });

  it('leaves out what is no account here, and what is there twice', async () => {
    await directory.set([
      personEntry('ok'),
      { ...personEntry('eve'), dn: `cn=eve one,${BASE}`, cn: 'eve one' },
      { ...personEntry('eve'), dn: `cn=eve two,${BASE}`, cn: 'eve two' },
      { ...personEntry('x'), dn: `cn=space,${BASE}`, uid: 'has space', cn: 'space' },
    ]);
    const shown = await preview();
    expect(keys(shown, 'added')).toEqual(['eve', 'ok']);
    expect(keys(shown, 'left')).toEqual(['eve', 'has space']);
  });
});

describe('a synchronisation of departments', () => {
  it('makes organisations of units, and people follow them', async () => {
    await directory.set([
      unitEntry('Sales'),
      unitEntry('Export', 'ou=Sales'),
      personEntry('ann', {}, `ou=Export,ou=Sales`),
    ]);
    expect(keys(await preview('Dept'), 'added')).toEqual(['Export', 'Sales']);
    await here.sync('Dept');
    const orgs = async () =>
      (
        await server.database.pool.query<Record<string, string>>(
          'select o.id::text, o.name, o.status, p.name as above from sys_org o join sys_ldap_org l on l.org_id = o.id left join sys_org p on p.id = o.pid order by o.name',
        )
      ).rows;
    expect(await orgs()).toMatchObject([
      { name: 'Export', above: 'Sales' },
      { name: 'Sales', above: 'Head office' },
    ]);
    await here.sync();
    expect((await userOf('ann')).org_id).toBe((await orgs())[0]!.id);
    await directory.set([unitEntry('Sales', undefined, slapd ? {} : { displayName: 'Selling' })]);
    const shown = await preview('Dept');
    expect([keys(shown, 'changed'), keys(shown, 'disabled')]).toEqual([slapd ? [] : ['Sales'], ['Export']]);
    await here.sync('Dept');
    expect(await orgs()).toMatchObject([{ status: 2 }, { status: 1 }]);
  });
});

describe.runIf(slapd)('a real slapd', () => {
  it.each(['tls', 'startTls'] as const)('is asked by %s', async (security) => {
    const host = directory.hosts.find((each) => each.security === security)!;
    await directory.set([personEntry('ann')]);
    const other = await admin.call<Row>('sysLdap/add', {
      ...here.form(),
      host: host.host,
      port: host.port,
      baseDn: BASE.toUpperCase(),
    });
    expect(await admin.call('sysLdap/test', { id: other.id })).toMatchObject({ people: 1, security });
  });

  it('is not believed under another name', async () => {
    const host = directory.hosts.find(({ security }) => security === 'tls')!;
    const before = server.deps.env.ldapHosts;
    Object.assign(server.deps.env, { ldapHosts: [{ ...host, host: '127.0.0.1' }] });
    try {
      await admin.call('sysLdap/update', { ...row, host: '127.0.0.1', port: host.port });
      expect(String((await refusal(admin, 'sysLdap/test', { id: row.id })).message)).toContain('encryption');
    } finally {
      Object.assign(server.deps.env, { ldapHosts: before });
    }
  });

  it('answers more people than fit on a page', async () => {
    await directory.set(Array.from({ length: 1_203 }, (_, at) => personEntry(`p${at}`)));
    expect(await admin.call('sysLdap/test', { id: row.id })).toMatchObject({ people: 1_203 });
  });
});
