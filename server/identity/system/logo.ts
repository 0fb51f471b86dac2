import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { refuseField } from '../../platform/http/refuseField.ts';

const LARGEST = 512 * 1024;
const LONGEST_ADDRESS = 4000;
/** What a picture begins with; what it is called says nothing. */
const KINDS: readonly (readonly [type: string, magic: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/**
 * What sysLogo is stored as: an address on this server as it is, a picture in base64 as a data URL of what it really is.
 * @throws Refused validation of another kind of file, SVG among them, and of a large one
 */
export function logoOf(deps: AppDeps, caller: Caller, given: string): string {
  const field = 'sysLogoBase64';
  if (!given.startsWith('data:')) {
    if (given.length > LONGEST_ADDRESS) throw refuseField(deps, caller, field, 'logoKind');
    return given;
  }
  const bytes = Buffer.from(given.replace(/^(data:[^,]*,)+/, ''), 'base64');
  if (bytes.length > LARGEST) throw refuseField(deps, caller, field, 'logoSize');
  const kind = KINDS.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte));
  if (!kind) throw refuseField(deps, caller, field, 'logoKind');
  return `data:${kind[0]};base64,${bytes.toString('base64')}`;
}
