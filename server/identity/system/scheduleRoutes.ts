import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../../contract/audience.ts';
import { instantText, isDay } from '../../../contract/instant.ts';
import { idSchema } from '../../../contract/validate.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import { newId } from '../../platform/db/id.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { timeText } from '../../platform/http/zone.ts';

/** Entries of a page; nobody has as many in the few weeks that are looked at. */
const PAGE_MOST = 2_000;
const CONTENT_MOST = 500;

/** A day of the caller's calendar as an answer of ours has it, or an instant in it, as clients of the family send. */
const day = z.union([
  z
    .string()
    .transform((text) => text.replace(/ \d\d:\d\d:\d\d$/, ''))
    .pipe(z.iso.date())
    .refine(isDay),
  // In any zone it is a day of the years that the database keeps.
  z.iso.datetime({ offset: true }).refine((text) => instantText(text) !== undefined),
]);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const status = z.union([z.literal(0), z.literal(1)]);

/** Empty where nothing was chosen. */
const dayIfAny = z.preprocess((value) => (value === '' ? undefined : value), day.nullish());
const range = z.looseObject({ startTime: dayIfAny, endTime: dayIfAny, scheduleTime: dayIfAny });
const fields = {
  scheduleTime: day,
  startTime: time,
  endTime: time,
  content: z.string().trim().min(1).max(CONTENT_MOST),
  status: status.default(0),
};
const isInOrder = ({ startTime, endTime }: { startTime: string; endTime: string }) => startTime < endTime;
const order = { path: ['endTime'] };
const added = z.looseObject(fields).refine(isInOrder, order);
const updated = z.looseObject({ ...fields, id: idSchema }).refine(isInOrder, order);
const named = z.looseObject({ id: idSchema });

const dayOf = (value: string, { timeZone }: Caller): string =>
  value.includes('T') ? timeText(new Date(value), timeZone).slice(0, 10) : value;

interface Entry {
  id: string;
  userId: string;
  scheduleTime: string;
  startTime: string;
  endTime: string;
  content: string;
  status: number;
}

const COLUMNS = `id::text, user_id::text as "userId", day::text || ' 00:00:00' as "scheduleTime",
  to_char(starts, 'HH24:MI') as "startTime", to_char(ends, 'HH24:MI') as "endTime", content, status`;

async function page(deps: AppDeps, caller: Caller, asked: z.output<typeof range>): Promise<Entry[]> {
  const on = (value: string | null | undefined) => (value ? dayOf(value, caller) : null);
  const { rows } = await deps.pool.query<Entry>(
    `select ${COLUMNS} from sys_schedule
     where user_id = $1 and ($2::date is null or day >= $2) and ($3::date is null or day <= $3) and ($4::date is null or day = $4)
     order by day, starts, id limit ${PAGE_MOST}`,
    [caller.userId, on(asked.startTime), on(asked.endTime), on(asked.scheduleTime)],
  );
  return rows;
}

/** Somebody else's entry is as absent as one that does not exist. */
function demandOne(count: number | null): void {
  if (count === 0) throw new Refused('notFound');
}

function mountReads(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysSchedule/page',
    permission: { session: EVERYONE },
    body: range,
    summary: "The caller's own entries of some days, in their order",
    handler: ({ caller, body }) => page(deps, caller, body),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysSchedule/detail/:id',
    permission: { session: EVERYONE },
    summary: "One of the caller's own entries",
    handler: async ({ caller, request }) => {
      const id = idSchema.safeParse((request.params as { id: string }).id);
      const { rows } = await deps.pool.query<Entry>(
        `select ${COLUMNS} from sys_schedule where user_id = $1 and id = $2`,
        [caller.userId, id.success ? id.data : '0'],
      );
      if (!rows[0]) throw new Refused('notFound');
      return rows[0];
    },
  });
}

/** A person's own calendar. */
export function mountSchedule(app: FastifyInstance, deps: AppDeps): void {
  mountReads(app, deps);
  const write = { anyClock: true, permission: { session: EVERYONE } } as const;
  writeRoute(app, deps, {
    ...write,
    url: '/api/sysSchedule/add',
    body: added,
    summary: 'Add an entry to the own calendar',
    handler: async ({ caller, body, tx }) => {
      const { scheduleTime, startTime, endTime, content, status: done } = body;
      await tx.query(
        'insert into sys_schedule (id, user_id, day, starts, ends, content, status) values ($1, $2, $3, $4, $5, $6, $7)',
        [newId(), caller.userId, dayOf(scheduleTime, caller), startTime, endTime, content, done],
      );
      return true;
    },
  });
  writeRoute(app, deps, {
    ...write,
    url: '/api/sysSchedule/update',
    body: updated,
    summary: 'Change an entry of the own calendar',
    handler: async ({ caller, body, tx }) => {
      const { id, scheduleTime, startTime, endTime, content, status: done } = body;
      const { rowCount } = await tx.query(
        `update sys_schedule set day = $3, starts = $4, ends = $5, content = $6, status = $7, version = version + 1
         where id = $1 and user_id = $2`,
        [id, caller.userId, dayOf(scheduleTime, caller), startTime, endTime, content, done],
      );
      demandOne(rowCount);
      return true;
    },
  });
  writeRoute(app, deps, {
    ...write,
    url: '/api/sysSchedule/delete',
    body: named,
    summary: 'Remove an entry of the own calendar',
    handler: async ({ caller, body, tx }) => {
      const { rowCount } = await tx.query('delete from sys_schedule where id = $1 and user_id = $2', [
        body.id,
        caller.userId,
      ]);
      demandOne(rowCount);
      return true;
    },
  });
  writeRoute(app, deps, {
    ...write,
    url: '/api/sysSchedule/setStatus',
    body: z.looseObject({ id: idSchema, status }),
    summary: 'Mark an entry of the own calendar as done, or not; answers how many were',
    handler: async ({ caller, body, tx }) => {
      const { rowCount } = await tx.query(
        'update sys_schedule set status = $3, version = version + 1 where id = $1 and user_id = $2',
        [body.id, caller.userId, body.status],
      );
      demandOne(rowCount);
      return rowCount;
    },
  });
}
