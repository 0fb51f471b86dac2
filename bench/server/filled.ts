/**
 * Puts a value in the place of each parameter, the highest number first, so that $1 does not eat $10.
 * @throws Error where there are more or fewer values than parameters
 */
export function filled(text: string, values: readonly string[]): string {
  const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at)));
  if (most !== values.length) throw new Error(`${most} parameters and ${values.length} values: ${text}`);
  return values
    .reduceRight((sql, value, at) => sql.replaceAll(`$${at + 1}`, value), text)
    .replaceAll('::bigint[]::bigint[]', '::bigint[]');
}
