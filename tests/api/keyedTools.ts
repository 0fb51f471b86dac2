import { newId } from '../../server/platform/db/id.ts';
import type { Ground, Keyed } from './keyedCases.ts';

/** Writes to jobs that run by time, once each, with what counts how often the job was changed. */

const ADDRESS = JSON.stringify({ HttpJob: JSON.stringify({ RequestUri: 'https://93.184.216.34/' }) });
const named = (): string => `job${newId()}`;
const details = (jobId: string, description = '') => ({
  jobId,
  createType: 2,
  description,
  properties: ADDRESS,
});
const timed = (jobId: string, triggerId: string) => ({
  jobId,
  triggerId,
  triggerType: 'Furion.Schedule.PeriodTrigger',
  args: '3600000',
});

async function numberIn({ server }: Ground, text: string, value: string): Promise<number> {
  const { rows } = await server.database.pool.query<{ n: unknown }>(text, [value]);
  return Number(rows[0]?.n);
}
const versionOf = (ground: Ground, jobId: string) => () =>
  numberIn(ground, 'select version as n from sys_job where job_id = $1', jobId);

/** A job with one trigger. */
async function planned(ground: Ground): Promise<string> {
  const jobId = named();
  await ground.admin.call('sysJob/addJobDetail', details(jobId));
  await ground.admin.call('sysJob/addJobTrigger', timed(jobId, 'hourly'));
  return jobId;
}

type Make = (ground: Ground) => Promise<Keyed>;

/** The same, paused: starting it changes it. */
async function paused(ground: Ground): Promise<string> {
  const jobId = await planned(ground);
  await ground.admin.call('sysJob/pauseJob', { jobId });
  return jobId;
}

/** A write about a job by its name; the other body is of another job. */
const byJob =
  (more: object = {}, make = planned): Make =>
  async (ground) => {
    const [jobId, other] = [await make(ground), await make(ground)];
    return {
      who: ground.admin,
      body: { ...more, jobId },
      other: { ...more, jobId: other },
      count: versionOf(ground, jobId),
    };
  };

/** Without a body: any other one is as good as none. */
const ofAll: Make = async (ground) => {
  const jobId = await planned(ground);
  return { who: ground.admin, body: {}, other: { any: 1 }, count: versionOf(ground, jobId) };
};

export const toolCases: Record<string, Make> = {
  'sysJob/addJobDetail': async (ground) => {
    const jobId = named();
    const count = () => numberIn(ground, 'select count(*) as n from sys_job where job_id = $1', jobId);
    return { who: ground.admin, body: details(jobId), other: details(named()), count };
  },
  'sysJob/updateJobDetail': async (ground) => {
    const jobId = await planned(ground);
    const [body, other] = [details(jobId, 'one'), details(jobId, 'two')];
    return { who: ground.admin, body, other, count: versionOf(ground, jobId) };
  },
  'sysJob/deleteJobDetail': async (ground) => {
    const [jobId, other] = [await planned(ground), await planned(ground)];
    const count = () => numberIn(ground, 'select count(*) as n from sys_job where job_id = $1', jobId);
    return { who: ground.admin, body: { jobId }, other: { jobId: other }, count, step: -1 };
  },
  'sysJob/addJobTrigger': async (ground) => {
    const jobId = await planned(ground);
    const [body, other] = [timed(jobId, 'second'), timed(jobId, 'third')];
    return { who: ground.admin, body, other, count: versionOf(ground, jobId) };
  },
  'sysJob/updateJobTrigger': byJob(timed('', 'hourly')),
  'sysJob/deleteJobTrigger': byJob({ triggerId: 'hourly' }),
  'sysJob/startTrigger': byJob({ triggerId: 'hourly' }, paused),
  'sysJob/pauseTrigger': byJob({ triggerId: 'hourly' }),
  'sysJob/runJob': byJob(),
  'sysJob/cancelJob': byJob(),
  'sysJob/startJob': byJob({}, paused),
  'sysJob/pauseJob': byJob(),
  'sysJob/startAllJob': ofAll,
  'sysJob/pauseAllJob': ofAll,
  'sysCodeGenConfig/update': async (ground) => {
    const { id: gen } = await ground.admin.call<{ id: string }>('sysCodeGen/add', { tableName: 'sys_pos' });
    const [row] = await ground.admin.call<{ id: string }[]>(`sysCodeGenConfig/list?CodeGenId=${gen}`);
    const count = () =>
      numberIn(ground, 'select version as n from sys_code_gen_config where id = $1', row!.id);
    const set = (queryWhether: string) => [{ ...row, queryWhether }];
    return { who: ground.admin, body: set('Y'), other: set('N'), count };
  },
  'sysJob/retryFailed': async (ground) => {
    const failed = async () => {
      const { owner } = ground.server.database;
      const { rows } = await owner.query<{ id: string }>(
        `select (graphile_worker.add_job('compactRollup', '{}'::json, max_attempts => 1)).id::text as id`,
      );
      await owner.query('update graphile_worker._private_jobs set attempts = 1 where id = $1', [rows[0]!.id]);
      return rows[0]!.id;
    };
    const [id, other] = [await failed(), await failed()];
    const count = () =>
      numberIn(
        ground,
        'select count(*) as n from graphile_worker._private_jobs where id = $1 and attempts < max_attempts',
        id,
      );
    return { who: ground.admin, body: { id }, other: { id: other }, count };
  },
};
