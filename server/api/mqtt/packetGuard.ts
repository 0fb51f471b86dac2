/**
 * Reads the sizes that packets announce (MQTT 3.1.1, 2.2): a client library keeps a packet in memory until all of it has
 * come, and a broker may announce 256 MB. The answer says whether one announced more than `most`.
 */
export function packetGuard(most: number): (data: Buffer) => boolean {
  /** Bytes of the packet under way that are still to come. */
  let left = 0;
  /** Bytes of its header that were read: the first is its kind, up to four its size. */
  let header = 0;
  let size = 0;
  return (data) => {
    for (let at = 0; at < data.length; ) {
      if (left > 0) {
        const step = Math.min(left, data.length - at);
        left -= step;
        at += step;
        continue;
      }
      const byte = data[at]!;
      at += 1;
      header += 1;
      if (header === 1) continue;
      size += (byte & 0x7f) * 128 ** (header - 2);
      if (size > most || header > 5) return true;
      if (byte & 0x80) continue;
      left = size;
      header = 0;
      size = 0;
    }
    return false;
  };
}
