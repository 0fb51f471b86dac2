/** A rule stands between two verbs, never at an end nor next to another. */
export function betweenOnly(ids: readonly string[], known: (id: string) => boolean): string[] {
  const kept: string[] = [];
  for (const id of ids) {
    if (id === 'line' ? kept.length > 0 && kept.at(-1) !== 'line' : known(id)) kept.push(id);
  }
  return kept.at(-1) === 'line' ? kept.slice(0, -1) : kept;
}
