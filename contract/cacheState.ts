/** Something that a server keeps for a moment, as POST /api/sysCache/entries lists it. */
export interface CacheEntry {
  /** `name:key`. */
  key: string;
  /** Ms that it is still kept; 0 while it is loaded. */
  leftMs: number;
}

/** One of them, as POST /api/sysCache/entry answers; its value is left out where it stays hidden. */
export interface CacheValue extends CacheEntry {
  value?: unknown;
}
