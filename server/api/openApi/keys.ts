import { randomBytes } from 'node:crypto';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { encryptSecret } from '../../platform/secrets.ts';
import type { ServerHalf, WriteContext } from '../../engine/serverHalf.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { isNetwork, networksOf } from './access.ts';

/** 24 characters that name a key, 43 that prove it. */
const newKey = (): string => `ak_${randomBytes(16).toString('base64url')}`;
export const newSecret = (): string => randomBytes(32).toString('base64url');

function checkAddresses(deps: AppDeps, caller: Caller, value: unknown): void {
  if (typeof value !== 'string') return;
  if (networksOf(value).every(isNetwork)) return;
  throw refuseField(deps, caller, 'allowAddresses', 'badNetwork');
}

/** A key belongs to the tenant of its merchant, and its secret is answered once: to whoever makes it. */
export const openAccessHalf: ServerHalf = {
  own: ['rotate'],
  async beforeWrite({ deps, tx, caller, verb, values, answer }: WriteContext) {
    checkAddresses(deps, caller, values.allowAddresses);
    if (verb !== 'add') return;
    const { rows } = await tx.query<{ tenantId: string }>(
      'select tenant_id::text as "tenantId" from merchant where id = $1',
      [values.merchantId],
    );
    const secret = newSecret();
    values.tenantId = rows[0]?.tenantId ?? caller.tenantId;
    values.accessKey = newKey();
    values.accessSecret = encryptSecret(deps.env.secretsKey ?? '', secret);
    answer.secret = secret;
  },
};
