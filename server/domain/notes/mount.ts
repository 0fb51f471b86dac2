import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { NOTE_LONGEST, NOTE_SUBJECTS, noteLength } from '../../../contract/orderNote.ts';
import { idSchema } from '../../../contract/validate.ts';
import { engineOf } from '../../engine/shared.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { refuseField } from '../../platform/http/refuseField.ts';
import { route } from '../../platform/http/route.ts';
import { colleaguesFor, mentionedIn } from './colleagues.ts';
import { notifyMentioned } from './notifyMentioned.ts';
import { notesOf } from './read.ts';
import { type Subject, subjectOf } from './subject.ts';
import { lookAt, lookAway } from './viewers.ts';
import { correctNote, type NoteText, withdrawNote, writeNote } from './write.ts';

const subject = { subject: z.enum(NOTE_SUBJECTS), id: idSchema };
const ofOrder = z.looseObject(subject);
const text = { body: z.string() };
const noteBody = z.strictObject({ ...subject, ...text });
const correctBody = z.strictObject({ ...subject, ...text, noteId: idSchema });
const lookBody = z.strictObject({ ...subject, left: z.boolean().default(false) });
const withdrawBody = z.strictObject({ ...subject, noteId: idSchema });

const WRITE = { anyOf: ['orderNote:write'] };
const READ = { anyOf: ['orderNote:page'] };

/** The text as it is kept. @throws Refused validation where it is empty or too long */
function textOf(deps: AppDeps, caller: Caller, raw: string): string {
  const body = raw.replace(/\r\n?/g, '\n').trim();
  if (body === '') throw refuseField(deps, caller, 'body', 'noteEmpty');
  if (noteLength(body) > NOTE_LONGEST)
    throw refuseField(deps, caller, 'body', 'noteLong', { max: NOTE_LONGEST });
  return body;
}

type About = z.output<typeof ofOrder>;

/** What a note is written with, read before its transaction. */
async function prepareText(
  deps: AppDeps,
  caller: Caller,
  asked: About & { body: string },
): Promise<{ order: Subject; text: NoteText }> {
  const engine = await engineOf(deps);
  const body = textOf(deps, caller, asked.body);
  const order = await subjectOf(engine, caller, asked);
  return { order, text: { body, mentions: await mentionedIn({ deps, engine, caller }, order, body) } };
}

function mountReading(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/orderNote/of',
    permission: READ,
    query: ofOrder,
    summary: 'The notes of an order with their former texts, oldest first',
    handler: async ({ caller, query }) =>
      notesOf(deps.pool, await subjectOf(await engineOf(deps), caller, query)),
  });
  route(app, {
    method: 'GET',
    url: '/api/orderNote/colleagues',
    permission: WRITE,
    query: ofOrder,
    summary: 'Who may be mentioned in a note on an order: the colleagues who may see it',
    async handler({ caller, query }) {
      const engine = await engineOf(deps);
      return colleaguesFor({ deps, engine, caller }, await subjectOf(engine, caller, query));
    },
  });
}

function mountViewers(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'unkeyed',
    anyClock: true,
    url: '/api/orderViewer/look',
    permission: READ,
    body: lookBody,
    summary: 'Notes that the caller has an order open, or has closed it; the colleagues who have it open too',
    async handler({ caller, body }) {
      const order = await subjectOf(await engineOf(deps), caller, body);
      const look = { pool: deps.pool, userId: caller.userId, now: deps.clock.now() };
      if (!body.left) return lookAt(look, order);
      await lookAway(look, order);
      return [];
    },
  });
}

/** Notes of the staff on orders; their list is served like every resource. */
export function mountNotes(app: FastifyInstance, deps: AppDeps): void {
  const now = () => deps.clock.now();
  mountReading(app, deps);
  mountViewers(app, deps);
  writeRoute(app, deps, {
    url: '/api/orderNote/write',
    permission: WRITE,
    body: noteBody,
    summary: 'Writes a note on an order; who is mentioned by an @ and the account is notified',
    prepare: ({ caller, body }) => prepareText(deps, caller, body),
    async handler({ tx, caller, prepared: { order, text } }) {
      const writing = { tx, caller, now: now() };
      const id = await writeNote(writing, order, text);
      await notifyMentioned(deps, writing, order, { ...text, id });
      return { id, mentions: text.mentions.map(({ account }) => account) };
    },
  });
  writeRoute(app, deps, {
    url: '/api/orderNote/correct',
    permission: WRITE,
    body: correctBody,
    summary: 'Another text for a note of one’s own, within ten minutes; the former one is kept',
    prepare: ({ caller, body }) => prepareText(deps, caller, body),
    handler: async ({ tx, caller, body, prepared: { order, text } }) => {
      const writing = { tx, caller, now: now() };
      await correctNote(writing, order, body.noteId, text);
      await notifyMentioned(deps, writing, order, { ...text, id: body.noteId });
      return { id: body.noteId, mentions: text.mentions.map(({ account }) => account) };
    },
  });
  writeRoute(app, deps, {
    url: '/api/orderNote/withdraw',
    permission: WRITE,
    body: withdrawBody,
    summary: 'Takes back a note of one’s own; its texts are kept',
    prepare: async ({ caller, body }) => subjectOf(await engineOf(deps), caller, body),
    handler: async ({ tx, caller, body, prepared: order }) => {
      await withdrawNote({ tx, caller, now: now() }, order, body.noteId);
      return { id: body.noteId };
    },
  });
}
