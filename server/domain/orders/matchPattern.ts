import { RE2JS } from 're2js';

/**
 * A merchant's order match regex: where its bank lines name the numbers of its orders. It is run by RE2, in time that is
 * linear in the line; how much of it there is, is bounded here.
 */

/** Signs of an expression. */
export const PATTERN_LIMIT = 300;
const GROUP_LIMIT = 8;
/** Instructions that it is compiled to: what each character of a line costs at most. */
const PROGRAM_LIMIT = 1_000;
/** Characters of one text of a line; statements are refused with longer ones. */
const TEXT_LIMIT = 600;
/** Numbers that one expression finds in one line. */
const FOUND_LIMIT = 5;
/** A shorter number is a date's or a branch's. */
const SHORTEST_NUMBER = 4;
const CACHED = 500;

/** The group whose text is the number, where one is named. */
const NAMED_GROUP = 'no';

/** Why an expression is not taken: a text of errors.json. */
export interface PatternFault {
  text:
    | 'regexLookaround'
    | 'regexBackReference'
    | 'regexSyntax'
    | 'regexGroups'
    | 'regexLarge'
    | 'regexEmpty';
  values: Record<string, unknown>;
}

/** What RE2 objected to, as it stands in the expression; the flag before it is ours. */
const objected = (error: unknown): string =>
  /`(?:\(\?i\))?([^`]*)`\s*$/.exec((error as Error).message)?.[1] ?? '';

function syntaxFault(error: unknown): PatternFault {
  const part = objected(error);
  const [lookaround] = /^\(\?<?[=!]/.exec(part) ?? [];
  if (lookaround) return { text: 'regexLookaround', values: { part: lookaround } };
  if (/^\\[1-9k]/.test(part)) return { text: 'regexBackReference', values: { part } };
  return { text: 'regexSyntax', values: { part } };
}

/** Compiles an expression, which ignores case. @returns why it is not taken where it is not */
export function compilePattern(source: string): { pattern: RE2JS } | { fault: PatternFault } {
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    return { fault: syntaxFault(error) };
  }
  if (pattern.groupCount() > GROUP_LIMIT)
    return { fault: { text: 'regexGroups', values: { max: GROUP_LIMIT } } };
  if (pattern.programSize() > PROGRAM_LIMIT) return { fault: { text: 'regexLarge', values: {} } };
  if (pattern.testExact('')) return { fault: { text: 'regexEmpty', values: {} } };
  return { pattern };
}

const compiled = new Map<string, RE2JS | undefined>();

/** The compiled expression; undefined for one that was stored before expressions were checked and does not compile. */
function patternOf(source: string): RE2JS | undefined {
  if (!compiled.has(source)) {
    if (compiled.size >= CACHED) compiled.clear();
    const made = source.length > PATTERN_LIMIT ? undefined : compilePattern(source);
    compiled.set(source, made && 'pattern' in made ? made.pattern : undefined);
  }
  return compiled.get(source);
}

/** The number of a match: the group `no`, else the first group, else all of it. */
function numberOf(pattern: RE2JS, matcher: ReturnType<RE2JS['matcher']>): string {
  if (NAMED_GROUP in pattern.namedGroups()) return matcher.group(NAMED_GROUP) ?? '';
  return matcher.group(pattern.groupCount() > 0 ? 1 : 0) ?? '';
}

/** The order numbers that an expression finds in the texts of a line, in small letters. */
export function numbersIn(source: string, texts: readonly (string | null)[]): string[] {
  const pattern = patternOf(source);
  if (!pattern) return [];
  const found = new Set<string>();
  for (const text of texts) {
    const matcher = pattern.matcher((text ?? '').slice(0, TEXT_LIMIT));
    while (found.size < FOUND_LIMIT && matcher.find()) {
      const number = numberOf(pattern, matcher).trim().toLowerCase();
      if (number.length >= SHORTEST_NUMBER) found.add(number);
    }
  }
  return [...found];
}
