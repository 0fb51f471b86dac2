import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { looseObject } from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { OWN_FIELDS } from '../../../contract/ownRecord.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { fieldsSchema } from '../../../contract/validate.ts';
import { logDifference } from '../../engine/differences.ts';
import { compiledOf } from '../../engine/engine.ts';
import { familyValues } from '../../engine/family/write.ts';
import { familyRow } from '../../engine/family/row.ts';
import { wordsOf } from '../../engine/labels.ts';
import { readRow, setColumns } from '../../engine/locked.ts';
import { refuseSimilarName } from '../../engine/similarName.ts';
import { engineOf } from '../../engine/shared.ts';
import { type Write, writeRoute } from '../../engine/writeRoute.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { check } from '../../platform/http/validation.ts';
import { sessionState } from '../session/sessionState.ts';
import { personPhone } from './phone.ts';
import { userPage } from './userPage.ts';

const user = resourceOf('sysUser');

async function ownRecord(deps: AppDeps, caller: Caller): Promise<Record<string, unknown>> {
  const compiled = compiledOf(await engineOf(deps), user);
  const client = await deps.pool.connect();
  try {
    const row = await readRow(client, compiled, caller.userId);
    if (!row) throw new Refused('unauthenticated');
    const { passwordHash: _hash, passwordChangedAt: _at, ...known } = row;
    const more = await userPage.more(deps, caller, [caller.userId], []);
    return { ...familyRow(compiled, caller, known as typeof row), ...more.get(caller.userId) };
  } finally {
    client.release();
  }
}

/** What the body sets of it, checked as the form of an administrator is; the rest of a whole row is dropped. */
function valuesOf(deps: AppDeps, caller: Caller, body: unknown): Record<string, unknown> {
  const own = familyValues(user, 'update', body, caller.timeZone);
  const given = Object.fromEntries(Object.entries(own).filter(([name]) => name in OWN_FIELDS));
  const words = wordsOf(deps.locales, caller.locale, user);
  const schema = fieldsSchema(OWN_FIELDS, words, true) as z.ZodType<Record<string, unknown>>;
  const parsed = check(schema, given, caller.locale);
  if (!('data' in parsed)) throw new Refused('validation', {}, parsed.fields);
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
}

async function saveOwnRecord(deps: AppDeps, { caller, tx, body, onCommit }: Write): Promise<number> {
  const compiled = compiledOf(await engineOf(deps), user);
  const values = valuesOf(deps, caller, body);
  await tx.query('select 1 from sys_user where id = $1 for update', [caller.userId]);
  const before = await readRow(tx, compiled, caller.userId);
  if (!before) throw new Refused('unauthenticated');
  await personPhone({ deps, tx, caller, values, before });
  await refuseSimilarName({ deps, tx, caller, id: caller.userId, values, before }, 'sysUser');
  const old = { ...before };
  await setColumns(tx, compiled, before, {
    ...values,
    updatedBy: caller.userId,
    updatedAt: deps.clock.now(),
  });
  const was = Object.fromEntries(Object.keys(values).map((name) => [name, old[name]]));
  const change = { resource: user.id, id: caller.userId, before: was, after: values };
  await logDifference(tx, change, caller, deps.clock.now());
  onCommit(() => sessionState(deps.pool).forgetPeople());
  return 1;
}

export function mountOwnRecord(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysUser/baseInfo',
    permission: { session: EVERYONE },
    summary: "The caller's own record",
    handler: ({ caller }) => ownRecord(deps, caller),
  });
  writeRoute(app, deps, {
    url: '/api/sysUser/baseInfo',
    permission: { session: EVERYONE },
    body: looseObject({}),
    summary: "Change what the caller's own record says of them",
    handler: (write) => saveOwnRecord(deps, write),
  });
}
