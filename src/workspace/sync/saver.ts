import { getDefaultStore } from 'jotai';
import { isUnreachable } from '../../kit/index.ts';
import { workspace } from '../core/workspace.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { keepCopy } from './crash.ts';
import {
  type Sent,
  begin,
  caughtUp,
  current,
  envelopeNow,
  held,
  isEdited,
  patch,
  pushBaseline,
  pushLast,
  pushWorking,
  sendingPrint,
  settle,
  withOthers,
} from './exchange.ts';
import { announceEdit, followOthers } from './presence.ts';
import { type CurrentLayout, currentAtom } from './state.ts';
import type { Stored } from './stored.ts';

/** Saves the working copy a moment after each change, one request at a time. */

const COPY_AFTER_MS = 250;
const SAVE_AFTER_MS = 1_500;
const RETRY_AFTER_MS = 10_000;
/** What a browser lets outlive the page. */
const KEEPALIVE_MAX = 60_000;

const store = getDefaultStore();
let copyTimer: ReturnType<typeof setTimeout> | undefined;
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | undefined;
let muted = false;

const stop = (): void => {
  clearTimeout(copyTimer);
  clearTimeout(saveTimer);
  copyTimer = saveTimer = undefined;
};

/** Another window's changes come in; what this one shows and does stays. */
function showOthers(sent: Sent): void {
  const envelope = withOthers(sent);
  if (!envelope) return;
  muted = true;
  workspace.follow(envelope);
  muted = false;
  if (!saveTimer) caughtUp();
}

async function send(): Promise<void> {
  try {
    const sent = await pushWorking(() => (saveTimer ? 'waiting' : 'saved'));
    if (sent) showOthers(sent);
  } catch (error) {
    // A broken line mends itself; a refusal would only be refused again.
    if (isUnreachable(error)) saveTimer ??= setTimeout(saveNow, RETRY_AFTER_MS);
  }
}

/** Sends what is on screen, after what is under way. */
export async function saveNow(): Promise<void> {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  await running;
  running = send().finally(() => {
    running = undefined;
  });
  await running;
}

function copyNow(): void {
  copyTimer = undefined;
  const now = current();
  if (!now) return;
  const envelope = envelopeNow();
  patch({ edited: isEdited(envelope) });
  if (now.status !== 'unloaded' && now.status !== 'temporary')
    keepCopy(now.id, now.version, JSON.stringify(envelope), sendingPrint());
}

/** Hears every change of tree, panels and links. */
export function noteChange(): void {
  const now = current();
  if (muted || !now) return;
  announceEdit(now.id);
  copyTimer ??= setTimeout(copyNow, COPY_AFTER_MS);
  if (held(now)) return;
  if (now.status !== 'saving') patch({ status: 'waiting' });
  clearTimeout(saveTimer);
  saveTimer = setTimeout(saveNow, SAVE_AFTER_MS);
}

function draw(envelope: Envelope, how: 'load' | 'replace'): void {
  muted = true;
  workspace[how](envelope);
  muted = false;
}

/** Shows a layout without taking that for a change of it: `stored` is what the server has of it. */
export function adopt(stored: Stored, envelope: Envelope, status: CurrentLayout['status'] = 'saved'): void {
  stop();
  const { id, name, version } = stored;
  store.set(currentAtom, { id, name, version, edited: false, status });
  draw(envelope, 'load');
  begin(stored, envelope === stored.working);
}

/** Puts another layout in the place of the one on screen: an edit like any other. */
export function replace(envelope: Envelope): void {
  draw(envelope, 'replace');
  noteChange();
}

export async function saveBaseline(): Promise<void> {
  stop();
  await running;
  const sent = await pushBaseline();
  if (sent) showOthers(sent);
}

/** After a conflict: whose changes count. @returns false where the other window's layout is to be loaded */
export async function decide(side: 'mine' | 'theirs'): Promise<boolean> {
  if (!current()?.id) return side === 'mine';
  const isSettled = await settle(side);
  if (isSettled) await saveNow();
  return isSettled;
}

export async function flush(): Promise<void> {
  if (saveTimer) await saveNow();
  else await running;
}

/** The page goes away: the last change travels after it. */
function leave(): void {
  const now = current();
  if (!now || held(now) || (!saveTimer && !copyTimer)) return;
  stop();
  copyNow();
  pushLast(KEEPALIVE_MAX);
}

export function startSaver(): () => void {
  const undos = [workspace.subscribe(noteChange), followOthers(() => current()?.id)];
  globalThis.addEventListener('pagehide', leave);
  return () => {
    leave();
    for (const undo of undos) undo();
    globalThis.removeEventListener('pagehide', leave);
    stop();
    store.set(currentAtom, null);
  };
}
