/** What a text in the any-id box looks for. */
export interface AnyId {
  /** A pasted list: each of these as it stands. */
  exact: readonly string[];
  /** What a number begins with, or a name holds. */
  start: string | undefined;
}

/** One word is the start of something; several are a list, and in one line perhaps a name with blanks in it. */
export function anyIdOf(text: string): AnyId {
  const whole = text.trim();
  const words = whole.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length <= 1) return { exact: [], start: words[0] };
  return { exact: words, start: /[\n\t,;]/.test(whole) ? undefined : whole };
}
