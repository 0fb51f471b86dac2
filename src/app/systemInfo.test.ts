import { getDefaultStore } from 'jotai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepLocale } from '../kit/i18n/locale.ts';
import { followSystemInfo, parseSystemInfo, systemInfoAtom } from './systemInfo.ts';

afterEach(() => vi.unstubAllGlobals());

describe('what the server says about itself', () => {
  it('is asked for again in each language', async () => {
    keepLocale('en');
    const words: Record<string, string> = { en: 'One workspace', 'zh-tw': '一個工作台' };
    const ask = vi.fn(async (_: string, { headers }: { headers: Record<string, string> }) =>
      Response.json({ code: 200, result: { sysViceTitle: words[headers['Accept-Language']!] } }),
    );
    vi.stubGlobal('fetch', ask);
    const stop = followSystemInfo(() => undefined);
    const subtitle = () => getDefaultStore().get(systemInfoAtom).subtitle;
    await vi.waitFor(() => expect(subtitle()).toBe('One workspace'));
    keepLocale('zh-tw');
    await vi.waitFor(() => expect(subtitle()).toBe('一個工作台'));
    stop();
    keepLocale('en');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('has the copyright as it is configured', () => {
    const sysCopyright = 'Copyright © 2024 Paydesk';
    expect(parseSystemInfo({ sysCopyright }).copyright).toBe(sysCopyright);
  });
});
