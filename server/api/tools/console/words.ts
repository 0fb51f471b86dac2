/** The words of a statement outside of its texts and comments. */

export interface Word {
  /** In small letters; a quoted name without its quotes. */
  text: string;
  at: number;
  /** Written within quotes: a name, whatever it is. */
  isQuoted: boolean;
  /** The sign before it, white space and comments apart; empty where it is the first. */
  after: string;
}

const SKIPPED = [
  /--[^\n]*/y,
  // Texts: with backslashes, by dollars, plain.
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y,
  /\$(\p{L}[\p{L}\d_]*)?\$[\s\S]*?\$\1\$/uy,
  /'(?:[^']|'')*'/y,
];
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const QUOTED = /"((?:[^"]|"")*)"/y;

/** Where a comment that may hold others ends. */
function afterComment(text: string, at: number): number {
  let depth = 0;
  for (let place = at; place < text.length; place += 1) {
    const two = text.slice(place, place + 2);
    if (two !== '/*' && two !== '*/') continue;
    depth += two === '/*' ? 1 : -1;
    place += 1;
    if (depth === 0) return place + 1;
  }
  return text.length;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  let after = '';
  while (at < text.length) {
    if (text.startsWith('/*', at)) {
      at = afterComment(text, at);
      continue;
    }
    const skipped = SKIPPED.map((pattern) => match(pattern, text, at)).find((found) => found !== null);
    const quoted = match(QUOTED, text, at);
    const word = skipped || quoted ? null : match(WORD, text, at);
    if (quoted)
      words.push({ text: (quoted[1] ?? '').replaceAll('""', '"').toLowerCase(), at, isQuoted: true, after });
    if (word) words.push({ text: word[0].toLowerCase(), at, isQuoted: false, after });
    // A number goes on into letters, which are no word of their own.
    const read = (skipped ?? quoted ?? word ?? match(/\d[\p{L}\p{N}_.]*/uy, text, at))?.[0] ?? text[at]!;
    at += read.length;
    if (read.trim() !== '' && !read.startsWith('--')) after = read.at(-1)!;
  }
  return words;
}

/**
 * Functions that everybody may call and that do more than read: they take locks that others wait for, write large objects,
 * speak to other servers, change settings, or carry out a statement out of a text, where no word of it is seen.
 */
const REFUSED = new RegExp(
  `^(?:${[
    'pg_(?:try_)?advisory\\w*',
    'lo_\\w+|lowrite|loread|lo',
    'dblink\\w*|crosstab\\w*|connectby|postgres_fdw\\w*',
    'set_config|setseed|nextval|setval|lastval|currval',
    '(?:query|table|cursor|schema|database)_to_xml\\w*|ts_stat|ts_rewrite',
    'pg_(?:read|ls|stat_file|file|logdir|logical|create|drop|replication|switch|walfile|backup|start_backup|stop_backup)\\w*',
    'pg_(?:terminate_backend|cancel_backend|reload_conf|rotate_logfile|promote|notify|export_snapshot|prewarm)\\w*',
    'pg_(?:stat_reset|stat_force|stat_clear|clear|restore|extension_config_dump|import_system|log_backend|log_standby)\\w*',
    'txid_current|pg_current_xact_id|binary_upgrade\\w*|brin_\\w+|gin_clean\\w*',
  ].join('|')})$`,
);

/** A name written with codes could be any of them. */
const CODED = /\bu&"/i;

/** The first word that a statement may not have; undefined where it may be carried out. */
export function refusedWord(text: string, words: readonly Word[]): Pick<Word, 'text' | 'at'> | undefined {
  const coded = CODED.exec(text);
  return (
    words.find((word) => REFUSED.test(word.text)) ?? (coded ? { text: 'U&"', at: coded.index } : undefined)
  );
}

/** What begins a statement that does more than read, or that a cursor does not take. */
const WRITERS = new Set(
  `abort alter analyze begin call checkpoint close cluster comment commit copy create deallocate declare delete discard do
  drop end execute fetch grant import insert listen load lock merge move notify prepare reassign refresh reindex release
  reset revoke rollback savepoint security set start truncate unlisten update vacuum`.split(/\s+/),
);
const CHANGES = new Set(['insert', 'update', 'delete', 'merge']);
const LOCKS = new Set(['update', 'share', 'no', 'key']);
const HOW_EXPLAINED = new Set(['analyze', 'analyse', 'verbose']);

/**
 * The word by which a statement is seen to write, as PostgreSQL would refuse it in terms of its grammar; undefined where
 * nothing of the kind is seen. It is a sentence for people: what keeps a statement from writing is its login and its cursor.
 */
export function writingWord(words: readonly Word[]): Word | undefined {
  const explained =
    words[0]?.text === 'explain'
      ? words.findIndex((word, at) => at > 0 && !HOW_EXPLAINED.has(word.text))
      : -1;
  return words.find(({ text, isQuoted, after }, at) => {
    if (isQuoted) return false;
    if (after === '' || after === ';' || at === explained) return WRITERS.has(text);
    if (after === '(' || after === ')') return CHANGES.has(text);
    // Of another table, or of rows that others wait for.
    return text === 'into' || (LOCKS.has(text) && words[at - 1]?.text === 'for');
  });
}
