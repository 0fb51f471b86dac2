import { getDefaultStore } from 'jotai';
import { type PublishedLayout, layoutApi, translate } from '../../kit/index.ts';
import { type Envelope, type Repair } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { layouts } from '../sync/layouts.ts';
import { shownName } from '../sync/names.ts';
import { replace } from '../sync/saver.ts';
import { currentAtom, layoutsAtom } from '../sync/state.ts';
import { freeName } from '../sync/dialogs.ts';

/** What the dialog of layouts does besides opening, renaming and deleting. */

/** The person's own layout of a published one, made where there is none. */
export async function openPublished({ id, name }: PublishedLayout): Promise<void> {
  const own = getDefaultStore()
    .get(layoutsAtom)
    .find(({ baseId }) => baseId === id);
  if (own) return layouts.open(own.id);
  const { body, version } = await layoutApi.publishedBody(id);
  const { envelope } = readEnvelope(body, blankEnvelope(name));
  await layouts.add(freeName(name), envelope, { id, version });
}

/** An older save in the place of what is on screen, as an edit that undo takes back. */
export async function restoreVersion(layoutId: string, envelope: Envelope): Promise<void> {
  if (getDefaultStore().get(currentAtom)?.id !== layoutId) await layouts.open(layoutId);
  const { name = envelope.name } = getDefaultStore().get(currentAtom) ?? {};
  replace({ ...envelope, id: layoutId, name });
}

/** A file that was chosen, read as a layout. */
export interface Imported {
  /** Undefined where nothing of it can be used. */
  envelope?: Envelope;
  repairs: readonly Repair[];
  file: string;
}

/** Characters beyond which a file is none of ours. */
const LARGEST = 2_000_000;

export async function readFile(file: File): Promise<Imported> {
  if (file.size > LARGEST) return { repairs: [{ code: 'tooLarge' }], file: file.name };
  const { envelope, repairs, replaced } = readEnvelope(await file.text(), blankEnvelope(''));
  const named = { ...envelope, name: envelope.name || file.name.replace(/\.json$/i, '') };
  return { repairs, file: file.name, ...(!replaced && { envelope: named }) };
}

export const addImported = (envelope: Envelope): Promise<void> =>
  layouts.add(freeName(shownName(envelope.name) || translate('workspace:layout.defaultName')), envelope);
