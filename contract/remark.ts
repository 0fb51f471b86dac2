/**
 * Remarks that the platform writes itself: a code, and of some a text of somebody else's. They are stored as
 * `@code` or `@code:text`, so that everybody reads them in their own language.
 */
const CODES = [
  'upstream',
  'noConnection',
  'notRecorded',
  'noEnd',
  'noRoute',
  'timedOut',
  'lapsed',
  'askedAgain',
] as const;
export type RemarkCode = (typeof CODES)[number];

export interface MachineRemark {
  code: RemarkCode;
  text: string;
}

const MOST = 300;

export const machineRemark = (code: RemarkCode, text = ''): string =>
  `@${code}${text && `:${text}`}`.slice(0, MOST);

/** @returns undefined where a remark is none of the platform's codes, as older ones are */
export function readRemark(stored: string): MachineRemark | undefined {
  const [, code, text = ''] = /^@(\w+)(?::(.*))?$/s.exec(stored) ?? [];
  const known = CODES.find((each) => each === code);
  return known && { code: known, text };
}
