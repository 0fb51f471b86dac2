/** Signing in by a QR code that somebody approves who is signed in elsewhere. */

/** So long a code is good for. */
export const QR_SECONDS = 120;

/** No signs that look alike. */
export const QR_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const QR_CODE_LENGTH = 8;

/** As it is typed: spaces, dashes and small letters do not count. */
export const readQrCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

/** In two halves, as people read it. */
export const shownQrCode = (code: string): string =>
  `${code.slice(0, QR_CODE_LENGTH / 2)}-${code.slice(QR_CODE_LENGTH / 2)}`;

/** What the address that asks for an approval has behind its `#`. */
export const QR_PARAMETER = 'approve';

/** For the page that asks. */
export interface QrBegun {
  id: string;
  code: string;
  /** Kept by the page alone: who has seen the code cannot be let in by it. */
  secret: string;
  startsInMs: number;
}

/** For whoever approves. */
export interface QrAsked {
  id: string;
  browser: string | null;
  os: string | null;
  ip: string;
  at: string;
  startsInMs: number;
  /** It comes from the address of whoever looks. */
  here: boolean;
  /** What confirms it; neither where nothing is bound. */
  confirm: { otp: boolean; passkey: boolean };
}

export type QrState = 'waiting' | 'approved' | 'refused';
