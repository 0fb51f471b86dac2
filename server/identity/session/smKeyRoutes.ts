import type { FastifyInstance } from 'fastify';
import { sm2 } from 'sm-crypto-v2';
import { EVERYONE } from '../../../contract/audience.ts';
import { route } from '../../platform/http/route.ts';

/** A key is some arithmetic: nobody needs many. */
const PER_MINUTE = 60;

export function mountSmKeys(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/api/sysCommon/smKeyPair',
    permission: { session: EVERYONE },
    summary: 'A new pair of SM2 keys, kept nowhere',
    perMinute: PER_MINUTE,
    handler: async () => sm2.generateKeyPairHex(),
  });
}
