import type { Job } from '../../contract/calls.ts';
import type { Figure } from './figures.ts';
import type { Subject } from './subject.ts';

async function exported(subject: Subject, format: 'csv' | 'xlsx', from: string | undefined): Promise<Figure> {
  const before = subject.memory();
  let peak = before;
  const started = performance.now();
  const { jobId } = await subject.call<{ jobId: string }>('collectOrder/export', {
    createdAt: { from },
    format,
  });
  let job: Job;
  do {
    await new Promise((resolve) => setTimeout(resolve, 100));
    peak = Math.max(peak, subject.memory());
    job = await subject.call<Job>(`jobs/detail?id=${jobId}`);
  } while (job.status === 'queued' || job.status === 'running');
  const seconds = (performance.now() - started) / 1000;
  if (job.status !== 'done') throw new Error(`export ended ${job.status}: ${job.error}`);
  return {
    budget: 'B16',
    what: `export of ${job.done.toLocaleString('en')} orders as ${format.toUpperCase()}`,
    measured: `${seconds.toFixed(1)} s, +${(peak - before).toFixed(0)} MB`,
    peer: '',
    limit: '≤ 15 s, ≤ 64 MB',
    met: seconds <= 15 && peak - before <= 64,
  };
}

/** B16: 100,000 orders as a job in each format: wall time to the end of the job and the growth of resident memory. */
export async function benchExport(subject: Subject): Promise<Figure[]> {
  const edge = await subject.call<{ items: { createdAt: string }[] }>('collectOrder/rows', {
    start: 99_999,
    end: 100_000,
  });
  const from = edge.items[0]?.createdAt;
  return [await exported(subject, 'csv', from), await exported(subject, 'xlsx', from)];
}
