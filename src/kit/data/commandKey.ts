/** One key per command and attempt of a person; the server answers a repeated one with the first result. */
export function commandKey(): string {
  // randomUUID is missing on plain http beyond localhost.
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
