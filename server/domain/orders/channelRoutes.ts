import type { PoolClient } from 'pg';
import * as z from 'zod';

/** A channel's `upstreamConfig`: the upstreams its orders may go to, by code and in this order; any where it is empty. */
const config = z.strictObject({
  routes: z.array(z.strictObject({ upstream: z.string().trim().min(1).max(40) })).optional(),
});

/** The same in SQL over alias c of channel, null where it names none; what is no code names an upstream of nobody. */
export const NAMED_CODES = `(select array_agg(route ->> 'upstream' order by place) from jsonb_array_elements(
  case when jsonb_typeof(c.upstream_config -> 'routes') = 'array' then c.upstream_config -> 'routes' end)
  with ordinality as named (route, place))`;

/** As people write it, for the message that refuses anything else. */
export const CONFIG_EXAMPLE = '{"routes":[{"upstream":"CODE"}]}';

/** What is wrong with a configuration: its form, or the codes that are no upstreams of the currency. */
export async function faultOfConfig(
  tx: PoolClient,
  currency: string,
  given: unknown,
): Promise<'form' | readonly string[] | undefined> {
  const read = config.safeParse(given ?? {});
  if (!read.success) return 'form';
  const codes = (read.data.routes ?? []).map(({ upstream }) => upstream);
  const { rows } = await tx.query<{ code: string }>(
    `select code from unnest($1::text[]) with ordinality as given (code, place)
     where not exists (select from upstream u where u.code = given.code and u.currency = $2) order by place`,
    [codes, currency],
  );
  return rows.length > 0 ? rows.map(({ code }) => code) : undefined;
}
