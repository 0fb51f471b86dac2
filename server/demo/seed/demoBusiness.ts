import { bind, bindingRows, extensionRows } from './demoBindings.ts';
import { insertRows } from './copyIn.ts';
import { type MerchantOptions, merchantRows } from './demoMerchants.ts';
import { AGENTS, MERCHANTS } from './demoNames.ts';
import { clearFlows, insertFlows } from './demoFlows.ts';
import { targets } from './demoTargets.ts';
import { approvalRules, channelRows, upstreamRows } from './demoRoutes.ts';
import { seedTerms } from './demoRequests.ts';
import { SLOT_TABLE, slotRows } from './demoSlots.ts';
import type { Queryable } from './load.ts';
import { seeded } from './random.ts';

const DAY = 86_400_000;

export interface Business {
  /** Merchant and agent ids by name. */
  merchantIds: ReadonlyMap<string, string>;
}

interface Options extends MerchantOptions {
  anchorMs: number;
}

/** Merchants with their agents, channels, upstreams, bindings and rates, and the slots that the orders draw from. */
export async function seedBusiness(db: Queryable, options: Options): Promise<Business> {
  const random = seeded(options.seed);
  const bornMs = options.anchorMs - 400 * DAY;
  const upstreams = upstreamRows(random, bornMs, options.anchorMs);
  const channels = channelRows(bornMs);
  const merchants = merchantRows([...AGENTS, ...MERCHANTS], bornMs + 10 * DAY, options);
  const bindings = bind(random, merchants, channels, upstreams);
  await insertRows(db, 'upstream', upstreams);
  await insertRows(db, 'channel', channels);
  await insertRows(
    db,
    'merchant',
    merchants.filter((row) => row.agent_id === null),
  );
  await insertRows(
    db,
    'merchant',
    merchants.filter((row) => row.agent_id !== null),
  );
  await insertRows(db, 'channel_binding', bindingRows(bindings, bornMs + 60 * DAY));
  await insertRows(db, 'extension_rate', extensionRows(bindings, bornMs + 61 * DAY));
  await clearFlows(db);
  await insertFlows(db, approvalRules(options.tenantId, bornMs));
  await insertRows(db, 'measure_target', targets(options.tenantId, bornMs, options.anchorMs, merchants));
  await seedTerms(db, options.tenantId, bornMs);
  await db.query('drop table if exists seed_slot');
  await db.query(SLOT_TABLE);
  await insertRows(db, 'seed_slot', slotRows(random, bindings));
  return { merchantIds: new Map(merchants.map((row) => [String(row.name), String(row.id)])) };
}
