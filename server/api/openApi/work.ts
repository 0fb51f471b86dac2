import type { Work } from '../../platform/jobs/task.ts';
import { SIGN_WINDOW_S } from '../../platform/http/signing.ts';

/** A nonce is forgotten when no timestamp that went with it can be good any more. */
export const openApiWork: Work = {
  tasks: {},
  regular: [
    {
      name: 'dropNonces',
      everyMs: 60_000,
      pausable: true,
      run: ({ pool, clock }) =>
        pool.query('delete from open_nonce where seen_at < $1', [
          new Date(clock.now().getTime() - 2 * SIGN_WINDOW_S * 1_000),
        ]),
    },
  ],
};
