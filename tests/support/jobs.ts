import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../contract/calls.ts';
import type { Client } from './client.ts';
import { PATIENCE_MS } from './patience.ts';

const OPEN: ReadonlySet<Job['status']> = new Set(['held', 'queued', 'running']);

/** Waits for a job. @throws Error where it has not ended in time */
export async function endedJob(who: Client, jobId: string): Promise<Job> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const job = await who.call<Job>(`jobs/detail?id=${jobId}`);
    if (!OPEN.has(job.status)) return job;
    if (Date.now() > until) throw new Error(`job ${jobId} is ${job.status} after ${PATIENCE_MS} ms`);
    await sleep(50);
  }
}

/** The file of an export. @throws Error where it did not come to its end */
export async function exportedFile(
  base: string,
  who: Client,
  resource: string,
  body: object = {},
): Promise<Response> {
  const { jobId } = await who.call<{ jobId: string }>(`${resource}/export`, body);
  const { status, error } = await endedJob(who, jobId);
  if (status !== 'done') throw new Error(`the export of ${resource} is ${status}: ${error}`);
  return fetch(`${base}/api/jobs/file?id=${jobId}`, { headers: { Authorization: `Bearer ${who.token}` } });
}

/** The text of an export, as CSV. @throws Error where it did not come to its end */
export const exportedText = async (
  base: string,
  who: Client,
  resource: string,
  body: object = {},
): Promise<string> => (await exportedFile(base, who, resource, { format: 'csv', ...body })).text();
