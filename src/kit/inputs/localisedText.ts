/** The text with what the language on screen says replaced; plain text stays plain. */
export function withText(map: string, locale: string, text: string): string {
  if (!map.startsWith('{')) return text;
  try {
    return JSON.stringify({ ...(JSON.parse(map) as Record<string, string>), [locale]: text });
  } catch {
    return text;
  }
}
