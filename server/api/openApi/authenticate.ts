import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type Access, type Denial, findAccess, isAllowed, noteUse } from './access.ts';
import type { Note } from './log.ts';
import { canonicalOf } from './signature.ts';
import { isSameSign, NONCE, SIGN_WINDOW_S, signText } from '../../platform/http/signing.ts';

/** Not let in. The caller learns no more of a key than that the signature does not fit. */
export class Denied extends Refused {
  readonly reason: Denial;

  constructor(reason: Denial, values: Readonly<Record<string, string>> = {}) {
    const shownReason = reason === 'unknownKey' || reason === 'disabled' ? 'signature' : reason;
    super('openAccess', { ...values, reason: shownReason, says: `openAccess.${shownReason}` });
    this.reason = reason;
  }
}

const DIGITS = /^\d{1,16}$/;
/** As seconds it is in the year 5138; as milliseconds it was in 1973. */
const EARLIEST_MILLISECONDS = 100_000_000_000;

/**
 * Lets a signed call in: headers with the unit of the timestamp, key, clock, signature, address, in this order; the nonce is spent with the call.
 * What is learnt on the way goes into the note.
 * @throws Denied
 */
export async function authenticate(deps: AppDeps, note: Note): Promise<Access> {
  const { accessKey, timestamp, nonce } = note;
  if (!accessKey || !note.givenSign || !NONCE.test(nonce) || !DIGITS.test(timestamp))
    throw new Denied('headers');
  if (Number(timestamp) >= EARLIEST_MILLISECONDS)
    throw new Denied('milliseconds', {
      came: timestamp,
      seconds: String(Math.floor(Number(timestamp) / 1000)),
    });
  const access = await findAccess(deps.pool, deps.env.secretsKey ?? '', accessKey);
  if (!access) throw new Denied('unknownKey');
  note.merchantId = access.merchantId;
  note.canonical = canonicalOf(note);
  note.expectedSign = signText(access.secret, note.canonical);
  if (!isSameSign(note.givenSign, note.expectedSign)) throw new Denied('signature');
  if (!access.enabled) throw new Denied('disabled');
  const now = deps.clock.now();
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SIGN_WINDOW_S) throw new Denied('clock');
  if (!isAllowed(access.allowAddresses, note.ip)) throw new Denied('address');
  await noteUse(deps.pool, access, now);
  return access;
}
