import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { profileAtom } from '../kit/data/session.ts';
import { preferencesAtom } from '../kit/preferences.ts';
import { useTheme, watermarkAtom } from '../kit/ui/theme.ts';
import { systemInfoAtom } from './systemInfo.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A tile of slanted text, so faint that figures under it stay legible. */
export function watermarkTile(text: string, colour: string): string {
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><text x="24" y="130" transform="rotate(-20 160 100)" fill="${colour}" fill-opacity=".07" font-family="system-ui,sans-serif" font-size="14">${escape(text)}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(tile)}")`;
}

/** Names the person on every screenshot: their own text, the server's for them, or name and account. */
export function useWatermark(): void {
  const { watermark, watermarkText } = useAtomValue(preferencesAtom);
  const profile = useAtomValue(profileAtom);
  const { watermark: general } = useAtomValue(systemInfoAtom);
  const { tokens } = useTheme();
  const paint = useSetAtom(watermarkAtom);
  const person = profile ? `${profile.realName} ${profile.account}` : '';
  const text = watermarkText || profile?.watermarkText || [general, person].filter(Boolean).join(' · ');
  useEffect(() => {
    paint(watermark && text ? watermarkTile(text, tokens.text) : 'none');
    return () => paint('none');
  }, [watermark, text, tokens.text, paint]);
}
