import { atom, getDefaultStore } from 'jotai';
import { toast, translate } from '../../kit/index.ts';
import { activity } from '../core/activity.ts';
import { focusPanel } from '../core/focus.ts';
import type { Envelope } from '../envelope/envelope.ts';
import type { ConfirmRequest, NameRequest } from '../parts/NameDialog.tsx';
import { envelopeNow } from './exchange.ts';
import { layouts } from './layouts.ts';
import { shownName } from './names.ts';
import { flush, saveBaseline } from './saver.ts';
import { type CurrentLayout, currentAtom, layoutsAtom } from './state.ts';

/** The commands on layouts that need a name or a confirmation; a dialog shows what is asked here. */

export type Asked =
  | { kind: 'name'; request: NameRequest }
  | { kind: 'confirm'; request: ConfirmRequest }
  | { kind: 'manager' | 'rebase' };
export const askedAtom = atom<Asked | null>(null);

const store = getDefaultStore();
const text = (key: string, values?: Record<string, unknown>): string => translate(`workspace:${key}`, values);
const names = (): string[] => store.get(layoutsAtom).map((layout) => shownName(layout.name));
const currentName = (): string => shownName(store.get(currentAtom)?.name ?? '');

/** Runs what a person asked for; a refusal is shown, and the layout stays as it was. */
export async function tell(work: () => Promise<void>, done?: string): Promise<void> {
  try {
    await work();
    // The panel that had the focus may have gone with the layout before.
    const tabId = activity.active();
    if (tabId !== undefined) focusPanel(tabId);
    if (done) toast.success(done, { key: 'layout' });
  } catch (error) {
    toast.error(error instanceof Error ? error.message : String(error), { key: 'layout' });
  }
}

/** The name itself, else the first with a number that no layout has. */
export function freeName(base: string): string {
  const taken = new Set([...names(), currentName()]);
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) {
    const name = `${base} ${number}`;
    if (!taken.has(name)) return name;
  }
}

const askName = (title: string, action: string, value: string, done: (name: string) => Promise<void>): void =>
  store.set(askedAtom, {
    kind: 'name',
    request: { title, action, value, taken: names(), done: (name) => tell(() => done(name)) },
  });

const confirm = (title: string, body: string, action: string, done: () => Promise<void>): void =>
  store.set(askedAtom, { kind: 'confirm', request: { title, text: body, action, done } });

/** What is on screen is nowhere else, or the server has something else in its place. */
const isOnlyHere = ({ status, edited }: CurrentLayout): boolean =>
  status === 'conflict' || status === 'gone' || status === 'failed' || (status === 'unloaded' && edited);

/** Another layout takes the place of this one; where that would lose what was changed here, a person says so first. */
async function leave(work: () => Promise<void>): Promise<void> {
  await flush();
  const current = store.get(currentAtom);
  if (!current || !isOnlyHere(current)) return work();
  const values = { name: currentName() };
  confirm(text('leave.title', values), text('leave.text'), text('leave.action'), () => tell(work));
}

type Named = Pick<CurrentLayout, 'id' | 'name'>;

export const layoutActions = Object.freeze({
  save: () => {
    if (store.get(currentAtom)?.status === 'temporary') return layoutActions.keepTemporary();
    return tell(saveBaseline, text('layout.saved', { name: currentName() }));
  },
  showTemporary: (envelope: Envelope) => leave(() => tell(() => layouts.showTemporary(envelope))),
  leaveTemporary: () => tell(layouts.leaveTemporary),
  /** It becomes a layout of the person's like any other. */
  keepTemporary: () => {
    const now = store.get(currentAtom);
    if (!now) return undefined;
    const name = freeName(now.name);
    return tell(() => layouts.add(name, envelopeNow()), text('temporary.kept', { name }));
  },
  create: () =>
    askName(
      text('layout.create'),
      text('layout.createAction'),
      freeName(text('layout.defaultName')),
      (name) => leave(() => layouts.create(name, 'default')),
    ),
  /** A copy of what is on screen, or of another layout. */
  duplicate: (of?: Envelope) =>
    askName(
      text('layout.duplicate'),
      text('layout.duplicateAction'),
      freeName(of ? shownName(of.name) : currentName()),
      (name) => (of ? layouts.add(name, of) : layouts.create(name, 'copy')),
    ),
  rename: (which?: Named) => {
    const current = store.get(currentAtom);
    const target = which ?? current;
    if (!target) return;
    askName(text('layout.rename'), text('layout.renameAction'), shownName(target.name), async (name) => {
      if (!target.id) await saveBaseline();
      const id = target.id || store.get(currentAtom)?.id;
      if (id) await layouts.rename(id, name);
    });
  },
  remove: (which?: Named) => {
    const target = which ?? store.get(currentAtom);
    if (!target?.id) return;
    const values = { name: shownName(target.name) };
    confirm(text('layout.remove', values), text('layout.removeText'), text('layout.removeAction'), () =>
      tell(() => layouts.remove(target.id), text('layout.removed', values)),
    );
  },
  manage: () => store.set(askedAtom, { kind: 'manager' }),
  revert: () => tell(layouts.revert, text('layout.reverted', { name: currentName() })),
  restoreDefault: () => tell(layouts.restoreDefault, text('layout.restored')),
  open: (id: string) =>
    tell(async () => {
      if (id !== store.get(currentAtom)?.id) await leave(() => layouts.open(id));
    }),
});
