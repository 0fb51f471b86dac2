import { getDefaultStore } from 'jotai';
import { isCallError, layoutApi } from '../../kit/index.ts';
import { desk } from '../core/desk.ts';
import { normalised } from '../core/model.ts';
import { fingerprint } from '../envelope/compare.ts';
import { type Envelope, SCHEMA } from '../envelope/envelope.ts';
import { dropCopy, keepCopy } from './crash.ts';
import { type CurrentLayout, currentAtom } from './state.ts';

/** Saves the working copy a moment after each change, one request at a time. */

const COPY_AFTER_MS = 250;
const SAVE_AFTER_MS = 1_500;
const RETRY_AFTER_MS = 10_000;
/** What a browser lets outlive the page. */
const KEEPALIVE_MAX = 60_000;

const store = getDefaultStore();
/** The last explicit save: as text for the server, and as what compares. */
let baselineText = '';
let baseline = '';
let saved = '';
let copyTimer: ReturnType<typeof setTimeout> | undefined;
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | undefined;
let muted = false;

const current = (): CurrentLayout | null => store.get(currentAtom);
function patch(change: Partial<CurrentLayout>): void {
  const now = current();
  if (now) store.set(currentAtom, { ...now, ...change });
}

/** The layout of this moment, ready to be stored. */
export function envelopeNow(): Envelope {
  const { id, name } = current() ?? { id: '', name: '' };
  return { schema: SCHEMA, id, name, scope: 'user', baseVersion: 0, locked: false, ...desk.snapshot() };
}

const stop = (): void => {
  clearTimeout(copyTimer);
  clearTimeout(saveTimer);
  copyTimer = saveTimer = undefined;
};

async function send(text: string, keepalive = false): Promise<void> {
  const now = current();
  if (!now || now.status === 'conflict') return;
  patch({ status: 'saving' });
  try {
    const body = now.id ? { id: now.id, working: text } : { baseline: baselineText, working: text };
    const answer = await layoutApi.save(
      { ...body, name: now.name, kind: 'workspace', version: now.version },
      keepalive,
    );
    if (current()?.name !== now.name && current()?.id !== now.id) return;
    saved = text;
    patch({ id: answer.id, version: answer.version, status: saveTimer ? 'waiting' : 'saved' });
    dropCopy();
  } catch (error) {
    const stale = isCallError(error) && error.errorCode === 'staleVersion';
    patch({ status: stale ? 'conflict' : 'failed' });
    // A broken line mends itself; a refusal would only be refused again.
    if (isCallError(error) && error.code === 0) saveTimer ??= setTimeout(saveNow, RETRY_AFTER_MS);
  }
}

/** Sends what is on screen, after what is under way. */
export async function saveNow(): Promise<void> {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  await running;
  const text = JSON.stringify(envelopeNow());
  if (text === saved) return patch({ status: current()?.status === 'waiting' ? 'saved' : current()?.status });
  running = send(text).finally(() => {
    running = undefined;
  });
  await running;
}

function copyNow(): void {
  copyTimer = undefined;
  const now = current();
  if (!now) return;
  const envelope = envelopeNow();
  patch({ edited: fingerprint(envelope) !== baseline });
  keepCopy(now.id, now.version, JSON.stringify(envelope));
}

/** Told of every change of tree, panels and links. */
export function noteChange(): void {
  const now = current();
  if (muted || !now) return;
  copyTimer ??= setTimeout(copyNow, COPY_AFTER_MS);
  if (now.status === 'conflict') return;
  if (now.status !== 'saving') patch({ status: 'waiting' });
  clearTimeout(saveTimer);
  saveTimer = setTimeout(saveNow, SAVE_AFTER_MS);
}

/** Shows a layout without taking that for a change of it. */
export function adopt(
  next: Omit<CurrentLayout, 'edited' | 'status'>,
  envelope: Envelope,
  base: Envelope,
): void {
  stop();
  muted = true;
  store.set(currentAtom, { ...next, edited: false, status: 'saved' });
  desk.load(envelope);
  muted = false;
  baselineText = JSON.stringify(base);
  baseline = fingerprint({ ...base, layout: normalised(base.layout) });
  const now = envelopeNow();
  saved = JSON.stringify(now);
  patch({ edited: fingerprint(now) !== baseline });
}

/** Makes what is on screen the baseline. */
export async function saveBaseline(): Promise<void> {
  stop();
  await running;
  const now = current();
  if (!now) return;
  const envelope = envelopeNow();
  const text = JSON.stringify(envelope);
  patch({ status: 'saving' });
  const body = {
    ...(now.id && { id: now.id }),
    name: now.name,
    kind: 'workspace',
    version: now.version,
  } as const;
  try {
    const answer = await layoutApi.save({ ...body, baseline: text, working: null });
    baselineText = text;
    baseline = fingerprint(envelope);
    saved = text;
    patch({ id: answer.id, version: answer.version, status: 'saved', edited: false });
    dropCopy();
  } catch (error) {
    patch({ status: isCallError(error) && error.errorCode === 'staleVersion' ? 'conflict' : 'failed' });
    throw error;
  }
}

/** After a conflict: what is on screen goes over the other window's. */
export async function overwrite(): Promise<void> {
  const now = current();
  if (!now?.id) return;
  const { version } = await layoutApi.detail(now.id);
  patch({ version, status: 'waiting' });
  saved = '';
  await saveNow();
}

export async function flush(): Promise<void> {
  if (saveTimer) await saveNow();
  else await running;
}

/** The page goes away: the last change travels after it. */
function leave(): void {
  const now = current();
  if (!now || (!saveTimer && !copyTimer)) return;
  stop();
  copyNow();
  const text = JSON.stringify(envelopeNow());
  if (text !== saved && text.length < KEEPALIVE_MAX) void send(text, true);
}

export function startSaver(): () => void {
  const undo = desk.subscribe(noteChange);
  globalThis.addEventListener('pagehide', leave);
  return () => {
    leave();
    undo();
    globalThis.removeEventListener('pagehide', leave);
    stop();
    store.set(currentAtom, null);
  };
}
