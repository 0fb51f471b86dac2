import type pg from 'pg';
import type { RowsResult } from '../../contract/calls.ts';
import { type Figure, percentile, seeded, spread, timed } from './figures.ts';
import { type Subject, tokenOf } from './subject.ts';
import { startUpdates } from './updates.ts';

const BLOCK = 100;
const DEPTHS = 40;
const OPENINGS = 6;
const UPDATES = 50;

interface List {
  resource: string;
  filter: Record<string, unknown>;
  field: string;
}

const LISTS: readonly List[] = [
  ...[{}, { status: [2] }].flatMap((filter) =>
    ['createdAt', 'amount'].map((field) => ({ resource: 'collectOrder', filter, field })),
  ),
  { resource: 'payOrder', filter: {}, field: 'createdAt' },
  { resource: 'fundDetail', filter: {}, field: 'createdAt' },
  { resource: 'fundDetail', filter: {}, field: 'amount' },
  { resource: 'orderLog', filter: {}, field: 'createdAt' },
];

/** The log of orders is the staff's. */
const PARTNER_LISTS = LISTS.filter(({ resource }) => resource !== 'orderLog');

const PEOPLE = [
  { account: 'priya', what: 'staff of one organisation', lists: LISTS },
  { account: 'agent', what: 'an agent', lists: PARTNER_LISTS },
  { account: 'merchant', what: 'a merchant', lists: PARTNER_LISTS },
];

interface Samples {
  opened: number[];
  blocks: number[];
  /** Lists past what a snapshot holds. */
  anchored: number;
  longest: number;
}

async function scrolled(
  subject: Subject,
  token: string,
  lists: readonly List[],
  random: () => number,
): Promise<Samples> {
  const samples: Samples = { opened: [], blocks: [], anchored: 0, longest: 0 };
  const ask = ({ resource, filter, field }: List, start: number, snapshot?: string) =>
    subject.call<RowsResult>(
      `${resource}/rows`,
      { start, end: start + BLOCK, sort: [{ field, order: 'descending' }], ...filter, snapshot },
      { Authorization: `Bearer ${token}` },
    );
  for (const list of lists) {
    let open: RowsResult | undefined;
    for (let at = 0; at < OPENINGS; at += 1)
      samples.opened.push(
        await timed(async () => {
          open = await ask(list, 0);
        }),
      );
    const { total = 0, snapshot } = open ?? {};
    samples.longest = Math.max(samples.longest, total);
    if (snapshot?.startsWith('a.')) samples.anchored += 1;
    // The anchors of this list may still be laid in the background: the first jump waits for them.
    await ask(list, Math.floor(total / 2), snapshot);
    for (let at = 0; at < DEPTHS; at += 1) {
      const start = Math.floor(random() * Math.max(1, total - BLOCK));
      samples.blocks.push(await timed(() => ask(list, start, snapshot)));
    }
  }
  return samples;
}

/** B17: people whose scope is a part of all merchants open and scroll every long list, while orders move. */
export async function benchScoped(subject: Subject, pool: pg.Pool): Promise<Figure[]> {
  const random = seeded(17);
  const figures: Figure[] = [];
  const updates = await startUpdates(pool, UPDATES);
  for (const { account, what, lists } of PEOPLE) {
    const { opened, blocks, anchored, longest } = await scrolled(
      subject,
      await tokenOf(subject, account),
      lists,
      random,
    );
    const of = `${what}: ${lists.length} lists of up to ${longest.toLocaleString('en')} rows, ${anchored} of them by anchors`;
    figures.push(
      {
        budget: 'B17',
        what: `opening, ${of}`,
        measured: `p50 ${percentile(opened, 0.5).toFixed(0)} · p95 ${percentile(opened, 0.95).toFixed(0)} · worst ${Math.max(...opened).toFixed(0)} ms`,
        peer: '',
        limit: 'p95 ≤ 300 ms',
        met: percentile(opened, 0.95) <= 300,
      },
      {
        budget: 'B17',
        what: `block of ${BLOCK} at a random depth, ${of}`,
        measured: spread(blocks),
        peer: '',
        limit: 'p95 ≤ 20 ms',
        met: percentile(blocks, 0.95) <= 20,
      },
    );
  }
  await updates.stop();
  return figures;
}
