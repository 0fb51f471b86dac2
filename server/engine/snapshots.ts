/** The ordered ids of one scroll: 8 bytes a row. */
export interface Snapshot {
  token: string;
  ids: BigInt64Array<ArrayBuffer>;
}

/** Ids as the database sends them (big-endian, one after another) to ids as this machine reads them. */
export function idsFromBytes(bytes: Buffer): BigInt64Array<ArrayBuffer> {
  const own = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(own);
  own.swap64();
  return new BigInt64Array(own.buffer as ArrayBuffer, 0, bytes.length / 8);
}

/** As `idsFromBytes`, the other way. */
export function bytesFromIds(ids: readonly string[]): Buffer {
  return Buffer.from(BigInt64Array.from(ids, BigInt).buffer).swap64();
}
