import { getDefaultStore } from 'jotai';
import { type LayoutBase, isCallError, layoutApi, translate } from '../../kit/index.ts';
import { workspace } from '../core/workspace.ts';
import { fingerprint } from '../envelope/compare.ts';
import { type Envelope, SCHEMA } from '../envelope/envelope.ts';
import { merge, namedAs, renamedTwice } from '../envelope/merge.ts';
import { shownName } from './names.ts';
import { dropCopy } from './crash.ts';
import { type CurrentLayout, currentAtom } from './state.ts';
import { type Stored, comparable, findStored, readStored, refreshList } from './stored.ts';

/** What is on screen against what the server has: other windows of the person save the same layout. */

/** They may save between our reading and our writing, but not for ever. */
const ATTEMPTS = 4;

const store = getDefaultStore();
/** The last explicit save. */
let baseline: Envelope | undefined;
let baselinePrint = '';
/** What the server has at the version we know, and what was on screen when both were last equal. */
let remote: Envelope | undefined;
let shared: Envelope | undefined;
let saved = '';
/** What is on its way to the server. */
let sending: Envelope | undefined;
/** Counts the layouts that were shown, so that a late answer never lands on another one. */
let shown = 0;

export const current = (): CurrentLayout | null => store.get(currentAtom);
export function patch(change: Partial<CurrentLayout>): void {
  const now = current();
  if (now) store.set(currentAtom, { ...now, ...change });
}

/** Nothing is sent while a person must choose, or while it is unknown what the server has. */
export const held = ({ status }: CurrentLayout): boolean =>
  status === 'conflict' || status === 'unloaded' || status === 'gone' || status === 'temporary';

const isStale = (error: unknown): boolean =>
  isCallError(error) && (error.errorCode === 'staleVersion' || error.errorCode === 'duplicate');

/** Another window deleted it; a layout that was never stored cannot be missing. */
const isGone = (error: unknown): boolean =>
  current()?.id !== '' && isCallError(error) && error.errorCode === 'notFound';

/** The layout of this moment, ready to be stored. */
export function envelopeNow(): Envelope {
  const { id, name } = current() ?? { id: '', name: '' };
  return { schema: SCHEMA, id, name, scope: 'user', baseVersion: 0, ...workspace.snapshot() };
}

export const isEdited = (envelope: Envelope): boolean => fingerprint(envelope) !== baselinePrint;

function setBaseline(envelope: Envelope): void {
  baseline = envelope;
  baselinePrint = fingerprint(envelope);
}

/** Takes note of what another window saved. */
function learn({ id, name, version, working, baseline: base }: Stored): void {
  remote = working;
  setBaseline(base);
  patch({ id, name, version });
}

/** Looks what the server has of this layout; a first save looks whether another window made one meanwhile. */
async function catchUp(): Promise<void> {
  const now = current();
  const found = now?.id
    ? readStored(await layoutApi.detail(now.id), envelopeNow())
    : await findStored(envelopeNow());
  if (found) learn(found);
}

interface Outgoing {
  text: string;
  envelope: Envelope;
  /** What is on screen, which differs when another window changed the tree. */
  mine: Envelope;
  behind: boolean;
}

/** What to send, or undefined when both sides changed the same and a person must choose. */
function outgoing(): Outgoing | undefined {
  const mine = comparable(envelopeNow());
  if (renamedTwice(shared ?? mine, mine, remote ?? mine)) return undefined;
  const merged = merge(shared ?? mine, mine, remote ?? mine);
  if (!merged) return undefined;
  const envelope = { ...merged.envelope, id: mine.id, name: mine.name };
  return { text: JSON.stringify(envelope), envelope, mine, behind: merged.behind };
}

/** The server has it. */
function noteWritten(
  { text, envelope, mine }: Outgoing,
  { id, version }: { id: string; version: number },
): void {
  saved = text;
  remote = envelope;
  shared = mine;
  // A layout that was just made is one more to choose from.
  if (current()?.id === '') refreshList().catch(() => undefined);
  patch({ id, version });
  dropCopy();
}

function baseNow(): { base?: LayoutBase } {
  const { base } = current() ?? {};
  return base ? { base: { id: base.id, version: base.version } } : {};
}

/** The fingerprint of what is on its way to the server. */
export const sendingPrint = (): string | undefined => sending && fingerprint(sending);

/** Saves what is on screen as the working copy; true when it was the layout on screen that was saved. */
async function write(next: Outgoing, keepalive: boolean): Promise<boolean> {
  const { id, name, version: known } = current()!;
  // What is on its way makes the next version, and is not waited for.
  const version = sending ? known + 1 : known;
  sending = next.envelope;
  const at = shown;
  const base = baseNow();
  const text = { working: next.text, ...(!id && { baseline: JSON.stringify(baseline ?? next.mine) }) };
  const body = { ...(id && { id }), ...text, ...base, name, kind: 'workspace', version } as const;
  const answer = await layoutApi.save(body, keepalive).finally(() => {
    if (sending === next.envelope) sending = undefined;
  });
  if (at !== shown) return false;
  noteWritten(next, answer);
  return true;
}

async function writeBaseline(next: Outgoing): Promise<void> {
  const { id, name, version } = current()!;
  const at = shown;
  const body = { ...(id && { id }), name, kind: 'workspace', version } as const;
  const answer = await layoutApi.save({ ...body, ...baseNow(), baseline: next.text, working: null });
  if (at !== shown) return;
  setBaseline(next.envelope);
  noteWritten(next, answer);
  patch({ status: 'saved', edited: false });
}

/** Does one step, and again with what another window saved meanwhile. */
async function amongOthers(step: () => Promise<void>): Promise<void> {
  if (current()?.id === '' && !held(current()!)) await catchUp();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (!isStale(error) || attempt === ATTEMPTS) throw error;
      await catchUp();
    }
  }
}

/** What was sent with another window's changes in it: they are not on this screen yet. */
export interface Sent {
  mine: Envelope;
  envelope: Envelope;
}

/**
 * Sends the working copy, unless there is nothing to send or a person must choose first. Rejects as the call does.
 * @returns what was sent where it has changes that this screen does not show
 */
export async function pushWorking(done: () => CurrentLayout['status']): Promise<Sent | undefined> {
  const at = shown;
  let sent: Sent | undefined;
  try {
    await amongOthers(async () => {
      const now = current();
      if (!now || held(now) || at !== shown) return;
      const next = outgoing();
      if (!next) return askWhich();
      if (next.text === saved) return patch({ status: done() });
      patch({ status: 'saving' });
      if (!(await write(next, false))) return;
      patch({ status: done() });
      sent = next.behind ? next : undefined;
    });
    return sent;
  } catch (error) {
    if (at !== shown) return;
    patch({ status: isGone(error) ? 'gone' : 'failed' });
    throw error;
  }
}

/** Sends the working copy after the page, which hears no answer. */
export function pushLast(longest: number): void {
  const next = outgoing();
  if (next && next.text !== saved && next.text.length < longest) write(next, true).catch(() => undefined);
}

function askWhich(): void {
  const mine = comparable(envelopeNow());
  const isMerged = shared && remote && merge(shared, mine, remote);
  patch({ status: 'conflict', renamed: isMerged ? renamedTwice(shared!, mine, remote!) : undefined });
}

const WHY: Partial<Record<CurrentLayout['status'], string>> = {
  unloaded: 'layout.notLoaded',
  gone: 'gone.text',
  temporary: 'temporary.text',
};

function refuse(status: CurrentLayout['status']): never {
  patch({ status });
  const key = WHY[status] ?? 'conflict.text';
  throw new Error(translate(`workspace:${key}`, { name: shownName(current()?.name ?? '') }));
}

/**
 * Makes what is on screen the baseline, with what another window changed meanwhile.
 * @returns what was sent where it has changes that this screen does not show
 */
export async function pushBaseline(): Promise<Sent | undefined> {
  let sent: Sent | undefined;
  await amongOthers(async () => {
    const now = current();
    if (!now) return;
    if (held(now)) refuse(now.status);
    const next = outgoing();
    if (!next) return refuse('conflict');
    patch({ status: 'saving' });
    try {
      await writeBaseline(next);
      sent = next.behind ? next : undefined;
    } catch (error) {
      if (isGone(error)) return refuse('gone');
      patch({ status: 'failed' });
      throw error;
    }
  });
  return sent;
}

/** What this screen shows with the changes of the other window that were sent, or undefined where that is a conflict. */
export const withOthers = ({ mine, envelope }: Sent): Envelope | undefined =>
  merge(mine, comparable(envelopeNow()), envelope)?.envelope;

/** This screen shows what the server has. */
export function caughtUp(): void {
  shared = comparable(envelopeNow());
  saved = outgoing()?.text ?? '';
}

/**
 * After a conflict. Where only names are in its way, everything else of both sides merges; else what is on screen goes
 * over what the server has.
 * @returns false where the other side's layout is to be shown as a whole
 */
export async function settle(side: 'mine' | 'theirs'): Promise<boolean> {
  await catchUp();
  const mine = comparable(envelopeNow());
  const onlyNames = shared && remote && merge(shared, mine, remote);
  if (!onlyNames && side === 'theirs') return false;
  shared = onlyNames ? namedAs(shared!, side === 'mine' ? remote! : mine) : remote;
  patch({ status: 'waiting', renamed: undefined });
  return true;
}

/** What is on screen now represents `stored`; `same` when it shows just that. */
export function begin(stored: Stored, same: boolean): void {
  shown += 1;
  setBaseline(stored.baseline);
  remote = shared = same ? comparable(envelopeNow()) : stored.working;
  saved = same ? (outgoing()?.text ?? '') : '';
  patch({ edited: isEdited(envelopeNow()) });
}
