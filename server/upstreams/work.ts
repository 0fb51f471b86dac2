import * as z from 'zod';
import type { Work } from '../jobs/task.ts';
import { queryCollect } from './queryCollect.ts';
import { queryPayout } from './queryPayout.ts';
import { probePaused, probeUpstream } from './probe.ts';
import { submitCollect } from './submitCollect.ts';
import { submitPayout } from './submitPayout.ts';
import { sweepPayouts } from './sweep.ts';

const submission = z.object({ orderId: z.string() });
const probed = z.object({ upstreamId: z.string() });
const question = z.object({
  kind: z.enum(['collect', 'pay']),
  orderId: z.string(),
  asked: z.number().default(0),
});

/** The worker's part of talking to upstreams. */
export const upstreamWork: Work = {
  upstreams: {
    submitPayout: (deps) => async (payload) => submitPayout(deps, submission.parse(payload).orderId),
    submitCollect: (deps) => async (payload) => submitCollect(deps, submission.parse(payload).orderId),
    probeUpstream: (deps) => async (payload) => probeUpstream(deps, probed.parse(payload).upstreamId),
    queryUpstream: (deps) => async (payload) => {
      const { kind, orderId, asked } = question.parse(payload);
      await (kind === 'pay' ? queryPayout(deps, orderId, asked) : queryCollect(deps, orderId, asked));
    },
  },
  regular: [
    { everyMs: 30_000, run: sweepPayouts },
    { everyMs: 15_000, run: probePaused },
  ],
};
