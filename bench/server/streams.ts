import { type ClientRequest, get } from 'node:http';
import type pg from 'pg';
import { newId } from '../../server/platform/db/id.ts';
import { type Figure, percentile } from './figures.ts';
import { renew, type Subject, tokenOf } from './subject.ts';

const STREAMS = 200;
/** One person may hold 16. */
const EACH = 10;
const PER_SECOND = 500;
const SECONDS = 20;
const TICK_MS = 50;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** People like the administrator, each with streams of their own. @returns their tokens */
async function people(subject: Subject, pool: pg.Pool): Promise<string[]> {
  const tokens: string[] = [];
  for (let at = 0; at < STREAMS / EACH; at += 1) {
    const account = `bench-${at}`;
    await pool.query(
      `insert into sys_user (id, tenant_id, account, password_hash, real_name, account_type, org_id, demo)
       select $1, tenant_id, $2, password_hash, $2, account_type, org_id, true from sys_user where account = 'admin'
       on conflict do nothing`,
      [newId(), account],
    );
    tokens.push(await tokenOf(subject, account));
  }
  return tokens;
}

interface Heard {
  events: number;
  /** Milliseconds from the commit of a marked event to its arrival on the first stream. */
  delays: number[];
}

/** Opens a stream and counts what it hears; the first one measures the way too. */
function listen(
  subject: Subject,
  token: string,
  heard: Heard,
  sent: Map<string, number> | undefined,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${subject.base}/api/events`,
      { headers: { Authorization: `Bearer ${token}` }, agent: false },
      (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`stream: ${response.statusCode}`));
          return;
        }
        resolve(request);
        response.on('data', (chunk: Buffer) => {
          const text = chunk.toString();
          heard.events += text.split('"seq":').length - 1;
          if (!sent) return;
          for (const [, id] of text.matchAll(/"id":"(\d+)"/g)) {
            const at = sent.get(id ?? '');
            if (at === undefined) continue;
            heard.delays.push(performance.now() - at);
            sent.delete(id ?? '');
          }
        });
        response.on('error', () => undefined);
      },
    );
    request.on('error', reject);
  });
}

/** Commits events of existing orders at a steady pace for some time. */
async function speak(pool: pg.Pool, ids: readonly string[], sent: Map<string, number>): Promise<void> {
  const began = performance.now();
  let emitted = 0;
  while (emitted < PER_SECOND * SECONDS) {
    const due = Math.min(PER_SECOND * SECONDS, Math.floor(((performance.now() - began) / 1000) * PER_SECOND));
    if (due > emitted) {
      const batch = ids.slice(emitted, due);
      await pool.query(
        `insert into outbox (resource, row_id, change) select 'collectOrder', id, 'update' from unnest($1::bigint[]) id`,
        [batch],
      );
      for (const id of batch) sent.set(id, performance.now());
      emitted = due;
    }
    await sleep(TICK_MS);
  }
}

/** B14, the server's half: what 200 streams cost while 500 events a second are sent to each. */
export async function benchStreams(subject: Subject, pool: pg.Pool): Promise<Figure[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text as id from collect_order order by id desc limit ${PER_SECOND * SECONDS}`,
  );
  const ids = rows.map((row) => row.id);
  const tokens = await people(subject, pool);
  const heard: Heard = { events: 0, delays: [] };
  const sent = new Map<string, number>();
  const open: ClientRequest[] = [];
  for (let at = 0; at < STREAMS; at += 1)
    open.push(await listen(subject, tokens[Math.floor(at / EACH)] ?? '', heard, at === 0 ? sent : undefined));
  await sleep(2_000);
  const before = subject.cpu();
  const began = performance.now();
  await speak(pool, ids, sent);
  await sleep(1_000);
  const share = ((subject.cpu() - before) / (performance.now() - began)) * 100_000;
  for (const request of open) request.destroy();
  await renew(subject);
  return [
    {
      budget: 'B14',
      what: `${STREAMS} streams × ${PER_SECOND} events/s for ${SECONDS} s: the server's processor time`,
      measured: `${share.toFixed(1)} % of a core · ${heard.events.toLocaleString('en')} events sent · commit to stream p95 ${percentile(heard.delays, 0.95).toFixed(0)} ms`,
      peer: '',
      limit: '≤ 10 % of a core',
      met: share <= 10 && heard.events >= STREAMS * ids.length * 0.95,
    },
  ];
}
