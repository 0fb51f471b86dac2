import { expect } from 'vitest';
import type { ActionResult } from '../../contract/calls.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import type { Client } from '../support/client.ts';
import {
  BASE,
  type DirectoryServer,
  SERVICE,
  SERVICE_PASSWORD,
  startDirectory,
} from '../support/directoryServer.ts';
import { endedJob } from '../support/jobs.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { buildWorld, grant, PASSWORD, type World } from './sessionWorld.ts';

/** A small company, a directory, and the row that names it. */

export type Row = Record<string, unknown> & { id: string; version: number };

export interface DirectoryWorld {
  directory: DirectoryServer;
  server: TestServer;
  world: World;
  admin: Client;
  /** Of the present test. */
  row: Row;
  form(): Record<string, unknown> & { host: string; port: number };
  /** Asks for a synchronisation and waits until it is done. */
  sync(kind?: 'User' | 'Dept'): Promise<ActionResult>;
  begin(): Promise<void>;
  end(): Promise<void>;
  stop(): Promise<void>;
}

const CODES = ['page', 'add', 'update', 'delete', 'test', 'syncUser', 'syncDept'].map(
  (verb) => `sysLdap:${verb}`,
);

export async function directoryWorld(): Promise<DirectoryWorld> {
  const directory = await startDirectory();
  const server = await startServer({ environment: { ldapHosts: directory.hosts } });
  const world = await buildWorld(server);
  await grant(server, world, ...CODES, 'sysUser:add', 'sysUser:update', 'sysOrg:add', 'sysOrg:update');
  const worker = await startWorker(server.deps);
  const admin = await server.signIn('admin', PASSWORD);
  const { pool } = server.database;
  const self: DirectoryWorld = {
    directory,
    server,
    world,
    admin,
    row: { id: '0', version: 0 },
    form: () => ({
      host: directory.hosts[0]!.host,
      port: directory.hosts[0]!.port,
      baseDn: BASE,
      bindDn: SERVICE,
      bindPass: SERVICE_PASSWORD,
      authFilter: '(&(objectClass=inetOrgPerson)(uid=%s))',
      bindAttrAccount: 'uid',
      bindAttrEmployeeId: 'employeeNumber',
      bindAttrCode: 'ou',
    }),
    async sync(kind = 'User') {
      const { jobId } = await admin.call<{ jobId: string }>(`sysLdap/sync${kind}`, self.row);
      const job = await endedJob(admin, jobId);
      expect(job).toMatchObject({ status: 'done' });
      expect(job.done).toBe(job.total);
      return job.result as ActionResult;
    },
    async begin() {
      await forgetTries(server);
      await directory.set([]);
      self.row = await admin.call<Row>('sysLdap/add', { ...self.form(), id: 0, version: 3 });
    },
    async end() {
      await pool.query('delete from sys_user where id in (select user_id from sys_ldap_user)');
      await pool.query('delete from sys_org where pid in (select org_id from sys_ldap_org)');
      await pool.query('delete from sys_org where id in (select org_id from sys_ldap_org)');
      await pool.query('delete from sys_ldap');
      await pool.query('update sys_user set status = 1, domain_account = null');
    },
    async stop() {
      await worker.stop();
      await server.stop();
      await directory.stop();
    },
  };
  return self;
}

export const forgetTries = ({ database }: TestServer) => database.pool.query('delete from attempt_counter');

export const refusal = async (who: Client, path: string, body: unknown) => (await who.ask(path, body)).body;
export const codeOf = async (who: Client, path: string, body: unknown) =>
  (await refusal(who, path, body)).extras?.errorCode;
export const enter = ({ server }: DirectoryWorld, account: string, password: string) =>
  codeOf(server.anonymous, 'sysAuth/login', { account, password });
