import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh folder that the embedded database's own account may enter; remove it when done. */
export function openTempFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `paydesk-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}
