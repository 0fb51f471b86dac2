/** What GET /api/sysFile/usage answers: bytes of files kept, and that may be kept; 0 for no limit. */
export interface FileUsage {
  own: number;
  ownMost: number;
  /** Of everybody: for super administrators. */
  all?: number;
  allMost?: number;
}
