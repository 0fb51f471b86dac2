import type { PoolClient } from 'pg';
import type * as z from 'zod';
import { idText } from '../../contract/id.ts';
import { ID_TARGETS, type IdTarget } from '../../contract/idOf.ts';
import { resourceOf } from '../../contract/resources/index.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { resourceTitle } from './labels.ts';
import { type Reference, refuseOutOfReach } from './references.ts';
import { engineOf } from './shared.ts';

/** What the bodies of calls that no definition derives name: every id that is declared by `idOf`. */

type Schema = z.core.$ZodTypes;

interface Found extends IdTarget {
  field: string;
  id: string;
}

/** The schemas inside another one that describe the same value. */
function sameValue({ _zod: { def } }: Schema): Schema[] {
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return [def.innerType as Schema];
    case 'pipe':
      return [def.in as Schema];
    case 'union':
      return def.options as readonly Schema[] as Schema[];
    default:
      return [];
  }
}

/** Ids in a body as it came, by the first key of the body that they are under. */
function* walk(schema: Schema, value: unknown, field: string): Generator<Found> {
  if (value === undefined || value === null) return;
  const target = ID_TARGETS.get(schema);
  if (target) {
    if (target.unchecked === undefined) yield { ...target, field, id: idText(value) };
    return;
  }
  const { def } = schema._zod;
  if (def.type === 'object' && typeof value === 'object')
    for (const [name, inner] of Object.entries(def.shape))
      yield* walk(inner as Schema, (value as Record<string, unknown>)[name], field || name);
  else if (def.type === 'array' && Array.isArray(value))
    for (const each of value) yield* walk(def.element as Schema, each, field);
  else for (const inner of sameValue(schema)) yield* walk(inner, value, field);
}

/** @throws Refused validation where the body names a row that the caller does not read */
export async function checkBody(
  deps: AppDeps,
  tx: Pick<PoolClient, 'query'>,
  caller: Caller,
  schema: z.ZodType | undefined,
  body: unknown,
): Promise<void> {
  if (!schema) return;
  const named = Map.groupBy(walk(schema as unknown as Schema, body, ''), ({ field, to }) => `${field} ${to}`);
  if (named.size === 0) return;
  const references = [...named.values()].map((found): Reference => {
    const { field, to, tenantWide } = found[0]!;
    return {
      field,
      to,
      isTenantWide: tenantWide !== undefined,
      ids: [...new Set(found.map(({ id }) => id))],
    };
  });
  const engine = await engineOf(deps);
  const visible = await engine.scopes.writable(caller);
  const labelOf = (field: string): string => {
    const to = references.find((each) => each.field === field)?.to ?? '';
    return resourceTitle(deps.locales, caller.locale, resourceOf(to));
  };
  await refuseOutOfReach(tx, engine, { caller, visible }, references, labelOf);
}
