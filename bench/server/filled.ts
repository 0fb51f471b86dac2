/** Puts a value in the place of each parameter, the highest number first, so that $1 does not eat $10. */
export function filled(text: string, values: readonly string[]): string {
  return values
    .reduceRight((sql, value, at) => sql.replaceAll(`$${at + 1}`, value), text)
    .replaceAll('::bigint[]::bigint[]', '::bigint[]');
}
