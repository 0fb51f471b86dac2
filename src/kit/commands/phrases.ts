import type { Row } from '../../../contract/calls.ts';

/** What can be typed in the palette after the name of a command: `settle C2611…`, `go ord`, `filter status review`. */

/** A row that the server found by a text. */
export interface Found {
  resource: string;
  id: string;
  label: string;
  hint: string;
  /** As its list shows it; only with what follows a command's name. */
  row?: Row;
}

/** Something that a command can be followed by. */
export interface Follower {
  key: string;
  label: string;
  hint?: string;
  /** Why it cannot be done now. */
  refused?: string;
  /** The label is a number and not a name. */
  mono?: boolean;
  /** What was typed is in it already, so it is not compared with it. */
  meant?: boolean;
  run: () => void;
}

export interface Phrase {
  id: string;
  /** The command's name in the current language; its beginning calls it. */
  label: () => string;
  icon?: string;
  /** What may follow; `rest` is what was typed after the name, `found` are the rows that the server found by it. */
  followers: (rest: string, found: readonly Found[]) => readonly Follower[];
  /** How well a text names one of them, where it is not as a command is named. */
  scoreOf?: (follower: Follower, rest: string) => number;
}
