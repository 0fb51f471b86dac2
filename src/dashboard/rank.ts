/** How well a name answers what was typed; the least is the best. */
export function rankOf(name: string, typed: string): number {
  const text = name.toLowerCase();
  if (text === typed) return 0;
  return text.startsWith(typed) ? 1 : 2;
}
