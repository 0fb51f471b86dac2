import type { PoolClient } from 'pg';
import { compilePattern } from '../orders/matchPattern.ts';
import { newCallbackSecret } from '../callbacks/secret.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseSimilarName } from '../../engine/similarName.ts';
import { missingField } from '../../engine/missingField.ts';
import { encryptSecret } from '../../platform/secrets.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { refuseField } from '../../platform/http/refuseField.ts';

const AGENT = 2;
/** Of the advisory locks of this database, the one for changes of a merchant's parent. */
const AGENTS_LOCK = 73_007_310;

interface Above {
  agent: boolean;
  circle: boolean;
}

/** One at a time changes which merchant is below which: two crossing moves could otherwise close a circle. */
export async function lockAgents(tx: PoolClient): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [AGENTS_LOCK]);
}

/** The parent of a merchant is another one of type agent and of its own tenant, never one from below it. */
async function checkAgent(context: WriteContext): Promise<void> {
  const { deps, tx, caller, id, verb, values, before } = context;
  if (!values.agentId || verb === 'delete') return;
  await lockAgents(tx);
  const { rows } = await tx.query<Above>(
    `with recursive up as (
       select id, agent_id from merchant where id = $1 union select m.id, m.agent_id from merchant m join up on m.id = up.agent_id
     ) select type = ${AGENT} and tenant_id = $3 as agent, exists (select from up where id = $2) as circle
       from merchant where id = $1`,
    [values.agentId, id, values.tenantId ?? before?.tenantId],
  );
  if (rows[0]?.circle) throw refuseField(deps, caller, 'agentId', 'agentCircle');
  if (!rows[0]?.agent) throw refuseField(deps, caller, 'agentId', 'notAgent');
}

/** An expression that matches orders must be one; an address we are to call must be one that we call. */
async function checkNotices({ deps, caller, values, before }: WriteContext): Promise<void> {
  const { orderMatchRegex, callbackUrl } = values;
  if (typeof orderMatchRegex === 'string' && orderMatchRegex !== '') {
    const compiled = compilePattern(orderMatchRegex);
    if ('fault' in compiled)
      throw refuseField(deps, caller, 'orderMatchRegex', compiled.fault.text, compiled.fault.values);
  }
  if (typeof callbackUrl !== 'string' || callbackUrl === '' || callbackUrl === before?.callbackUrl) return;
  const refused = await deps.outbound.refuses(callbackUrl);
  if (refused instanceof Refused) throw refuseField(deps, caller, 'callbackUrl', 'blockedUrl');
}

/** Every merchant signs with a secret made here and shown once; where there is no address, the answer says so at once. */
async function prepareCallbacks(context: WriteContext): Promise<void> {
  const { deps, tx, caller, id, verb, values, before, answer } = context;
  if (verb === 'delete') return;
  const kept = await tx.query('select 1 from merchant where id = $1 and sign_secret is not null', [id]);
  if (!kept.rowCount) {
    const secret = newCallbackSecret();
    values.signSecret = encryptSecret(deps.env.secretsKey ?? '', secret);
    answer.secret = secret;
  }
  if (!(values.callbackUrl ?? before?.callbackUrl))
    answer.notice = textOf(deps.locales, caller.locale, 'errors', 'texts.noCallbackAddress');
}

/** A new merchant belongs to its organisation's tenant. */
async function ownTenant(context: WriteContext): Promise<void> {
  const { tx, values } = context;
  const { rows } = await tx.query<{ tenant: string }>(
    'select tenant_id::text as tenant from sys_org where id = $1',
    [values.orgId],
  );
  if (!rows[0]) throw missingField(context, 'merchant', 'orgId');
  values.tenantId = rows[0].tenant;
}

export async function merchantWrite(context: WriteContext): Promise<void> {
  if (context.verb === 'add') await ownTenant(context);
  if (context.verb !== 'delete') await refuseSimilarName(context, 'merchant');
  await checkAgent(context);
  await checkNotices(context);
  await prepareCallbacks(context);
}
