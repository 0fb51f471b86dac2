/** A change that is in the build. */
export interface BuildCommit {
  /** Abbreviated hash. */
  hash: string;
  /** ISO instant. */
  at: string;
  /** `area: what changed`. */
  subject: string;
  /** Why; empty where the subject says all. */
  body: string;
}

/** What the running product was built from. */
export interface BuildInfo {
  version: string;
  /** ISO instant; null where the client was never built, as in development. */
  builtAt: string | null;
  /** The newest first; none for merchants' people, and where the sources came without their history. */
  commits: readonly BuildCommit[];
}

/** What a client asks for `build/info`. */
export interface BuildAnswer extends BuildInfo {
  /** ISO instant since which this server has been running. */
  startedAt: string;
  /** What this server runs on; none for merchants' people. */
  runsOn: readonly { name: string; version: string }[];
}
