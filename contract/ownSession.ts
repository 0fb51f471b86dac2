/** A sign-in of one's own that goes on. */
export interface OwnSession {
  id: string;
  ip: string | null;
  /** Where that is by the GeoIP file, a JSON map of locale to text. */
  location: string | null;
  browser: string | null;
  os: string | null;
  /** What its program calls itself. */
  userAgent: string | null;
  /** When it began, ISO. */
  since: string;
  /** When its tokens were renewed last, ISO. */
  lastSeenAt: string;
  isLocked: boolean;
  /** The one that asks. */
  isCurrent: boolean;
}
