import * as z from 'zod';
import type { Work } from '../../platform/jobs/task.ts';
import { queryCollect } from './queryCollect.ts';
import { queryPayout } from './queryPayout.ts';
import { probePaused, probeUpstream } from './probe.ts';
import { type AnsweredOrder, recordLate } from './recordAnswer.ts';
import { submitCollect } from './submitCollect.ts';
import { submitPayout } from './submitPayout.ts';
import { sweepPayouts } from './sweep.ts';

/** The place that was kept for a job which waited. */
const turn = z.string().optional();
const submission = z.object({ orderId: z.string(), turn });
const probed = z.object({ upstreamId: z.string() });
const question = z.object({
  kind: z.enum(['collect', 'pay']),
  orderId: z.string(),
  asked: z.number().default(0),
  turn,
});

/** The worker's part of talking to upstreams. */
export const upstreamWork: Work = {
  upstreams: {
    submitPayout: (deps) => async (payload) => {
      const job = submission.parse(payload);
      await submitPayout(deps, job.orderId, job.turn);
    },
    submitCollect: (deps) => async (payload) => {
      const job = submission.parse(payload);
      await submitCollect(deps, job.orderId, job.turn);
    },
    upstreamAnswer: (deps) => (payload) => recordLate(deps, payload as AnsweredOrder),
    probeUpstream: (deps) => async (payload) => probeUpstream(deps, probed.parse(payload).upstreamId),
    queryUpstream: (deps) => async (payload) => {
      const { kind, orderId, asked, turn: kept } = question.parse(payload);
      await (kind === 'pay' ? queryPayout : queryCollect)(deps, orderId, asked, kept);
    },
  },
  regular: [
    { name: 'sweepPayouts', everyMs: 30_000, run: sweepPayouts },
    { name: 'probePaused', everyMs: 15_000, run: probePaused },
  ],
};
