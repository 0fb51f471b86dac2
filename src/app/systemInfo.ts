import { isPageLink, isWebLink } from '../../contract/pageLink.ts';
import { atom, getDefaultStore } from 'jotai';
import { call } from '../kit/data/call.ts';
import { localeAtom, localised } from '../kit/i18n/locale.ts';

/** What the server says about itself before anyone signs in. */
export interface SystemInfo {
  /** Empty: the title is written instead. */
  logo: string;
  title: string;
  subtitle: string;
  description: string;
  watermark: string;
  copyright: string;
  icp: string;
  icpUrl: string;
  captcha: boolean;
  /** A slider puzzle comes before the sign-in. */
  puzzle: boolean;
  /** People may sign in by a code that is sent to their telephone. */
  mobile: boolean;
  /** People may sign in by a code that they approve where they are signed in. */
  qr: boolean;
}

const text = (value: unknown): string => localised(value).trim();
const on = (value: unknown): boolean => value === true || value === 'true' || value === 'True' || value === 1;

export function parseSystemInfo(raw: unknown): SystemInfo {
  const row = (raw ?? {}) as Record<string, unknown>;
  const url = text(row.sysIcpUrl);
  const logo = text(row.sysLogo);
  return {
    // A value that was stored before the server refused such is none.
    logo: isPageLink(logo) ? logo : '',
    title: text(row.sysTitle) || 'Paydesk',
    subtitle: text(row.sysViceTitle),
    description: text(row.sysViceDesc),
    watermark: text(row.sysWatermark),
    copyright: text(row.sysCopyright),
    icp: text(row.sysIcp),
    icpUrl: isWebLink(url) ? url : '',
    captcha: on(row.sysCaptcha),
    puzzle: on(row.sysSecondVer),
    mobile: on(row.sysMobile),
    qr: on(row.sysQr),
  };
}

export const systemInfoAtom = atom<SystemInfo>(parseSystemInfo(undefined));

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

/** Reads it once. @throws CallError */
export async function readSystemInfo(signal?: AbortSignal): Promise<void> {
  const raw = await call('sysConfig/sysInfo', undefined, { customCatch: true, signal });
  getDefaultStore().set(systemInfoAtom, parseSystemInfo(raw));
}

/** Keeps asking until the server answers; meanwhile the logo stays blank and `onSilence` may say why. */
async function ask(signal: AbortSignal, onSilence: (silent: boolean) => void): Promise<void> {
  for (let wait = FIRST_RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
    try {
      await readSystemInfo(signal);
      onSilence(false);
      return;
    } catch {
      if (signal.aborted) return;
      onSilence(true);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Asks now and again for each language, since the server answers in the caller's. Returns its undo. */
export function followSystemInfo(onSilence: (silent: boolean) => void): () => void {
  let stop = new AbortController();
  void ask(stop.signal, onSilence);
  const undo = getDefaultStore().sub(localeAtom, () => {
    stop.abort();
    stop = new AbortController();
    void ask(stop.signal, onSilence);
  });
  return () => {
    undo();
    stop.abort();
  };
}
