/** The words of a statement outside of its texts and comments. */

export interface Word {
  /** In small letters; a quoted name without its quotes. */
  text: string;
  at: number;
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
  while (at < text.length) {
    if (text.startsWith('/*', at)) {
      at = afterComment(text, at);
      continue;
    }
    const skipped = SKIPPED.map((pattern) => match(pattern, text, at)).find((found) => found !== null);
    const quoted = match(QUOTED, text, at);
    const word = skipped || quoted ? null : match(WORD, text, at);
    if (quoted) words.push({ text: (quoted[1] ?? '').replaceAll('""', '"').toLowerCase(), at });
    if (word) words.push({ text: word[0].toLowerCase(), at });
    // A number goes on into letters, which are no word of their own.
    at += (skipped ?? quoted ?? word ?? match(/\d[\p{L}\p{N}_.]*/uy, text, at))?.[0].length ?? 1;
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
export function refusedWord(text: string, words: readonly Word[]): Word | undefined {
  const coded = CODED.exec(text);
  return (
    words.find((word) => REFUSED.test(word.text)) ?? (coded ? { text: 'U&"', at: coded.index } : undefined)
  );
}
