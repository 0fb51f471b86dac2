import { fileName, saveFile } from '../../kit/index.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { brokenLayouts } from './crash.ts';
import { envelopeNow } from './exchange.ts';
import { shownName } from './names.ts';

function give(name: string, text: string): void {
  const file = `${fileName(name) || 'layout'}.json`;
  saveFile(new Blob([text], { type: 'application/json' }), file);
}

/** The layout that had to be repaired, as it was stored. */
export function exportBroken(): void {
  const broken = brokenLayouts()[0];
  if (broken) give(`${broken.name}-${broken.at.slice(0, 10)}`, broken.text);
}

export const exportLayout = (name: string, envelope: Envelope): void =>
  give(name, JSON.stringify(envelope, null, 2));

export function exportCurrent(): void {
  const envelope = envelopeNow();
  exportLayout(shownName(envelope.name), envelope);
}
