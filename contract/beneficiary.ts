/** Where a payout goes: formats of Indian banks, UPI and TRON, as pure functions both sides share. */

/** Four letters of the bank, a zero, six of the branch. */
export const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/** name@handle */
export const UPI_ID = /^[\w.-]{2,256}@[a-zA-Z]{2,64}$/;
/** Nine to eighteen digits, as Indian banks issue them; other countries' accounts may carry letters. */
export const BANK_ACCOUNT = /^[A-Za-z0-9]{6,34}$/;

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** A TRON address: the byte 0x41, twenty of the account, four of the checksum. */
const TRON_BYTES = 25;
const TRON_PREFIX = 0x41;

function fromBase58(text: string): Uint8Array | undefined {
  let number = 0n;
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0) return undefined;
    number = number * 58n + BigInt(digit);
  }
  const bytes = new Uint8Array(TRON_BYTES);
  for (let at = TRON_BYTES - 1; at >= 0; at -= 1) {
    bytes[at] = Number(number & 0xffn);
    number >>= 8n;
  }
  return number === 0n ? bytes : undefined;
}

/**
 * True for a TRC20 address: base58check with TRON's prefix.
 * @param sha256 the platform's own digest, as contract has neither DOM nor Node
 */
export function isTrc20(text: string, sha256: (bytes: Uint8Array) => Uint8Array): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return false;
  const bytes = fromBase58(text);
  if (!bytes || bytes[0] !== TRON_PREFIX) return false;
  const check = sha256(sha256(bytes.subarray(0, 21)));
  return bytes.subarray(21).every((byte, at) => byte === check[at]);
}
