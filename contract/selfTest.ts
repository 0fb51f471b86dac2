/** Parts of a server that are tried one by one, in the order in which one depends on another. */
export const PARTS = [
  'database',
  'storage',
  'clock',
  'worker',
  'events',
  'outbound',
  'sms',
  'files',
  'console',
] as const;
export type Part = (typeof PARTS)[number];

/** `off`: not set up, which may be meant. */
export type PartState = 'ok' | 'off' | 'failed';

/** What POST /api/sysTest/run answers. */
export interface PartResult {
  part: Part;
  state: PartState;
  milliseconds: number;
  /** A text of `platform:sysTest.reasons`, with its values. */
  reason: string;
  values: Readonly<Record<string, string | number>>;
  /** Which server answered. */
  server: string;
}
