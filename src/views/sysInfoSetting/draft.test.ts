import { expect, it } from 'vitest';
import { changesOf, draftOf, faultsOf } from './draft.ts';

const STORED = {
  sysTitle: 'Paydesk',
  sysViceTitle: JSON.stringify({ 'zh-cn': '支付', en: 'Payments' }),
  sysCopyright: '© {year} Paydesk',
  sysIcpUrl: '',
  sysLogo: '/icon.svg',
  sysCaptcha: 'true',
};

const draft = draftOf(STORED);
const withText = (code: keyof typeof draft.texts, change: object) => ({
  ...draft,
  texts: { ...draft.texts, [code]: { ...draft.texts[code], ...change } },
});

it('sends nothing where nothing was changed', () => {
  expect(changesOf(STORED, draft)).toEqual({});
  expect(draft.switches).toEqual({ sysCaptcha: true, sysSecondVer: false });
  expect(draft.texts.sysViceTitle).toEqual({ 'zh-cn': '支付', 'zh-tw': '支付', en: 'Payments' });
});

it('keeps a text plain while all languages agree, and the year to be filled in', () => {
  const everywhere = { 'zh-cn': ' Tills', 'zh-tw': 'Tills', en: 'Tills ' };
  expect(changesOf(STORED, withText('sysTitle', everywhere))).toEqual({ sysTitle: 'Tills' });
  const { sysTitle } = changesOf(STORED, withText('sysTitle', { en: 'Tills' }));
  expect(JSON.parse(sysTitle!)).toEqual({ 'zh-cn': 'Paydesk', 'zh-tw': 'Paydesk', en: 'Tills' });
  const { sysViceTitle } = changesOf(
    STORED,
    withText('sysViceTitle', { 'zh-cn': 'Payments', 'zh-tw': 'Payments' }),
  );
  // Plain, the server would take it as the text of the reader's language alone.
  expect(JSON.parse(sysViceTitle!)).toEqual({ 'zh-cn': 'Payments', 'zh-tw': 'Payments', en: 'Payments' });
});

it('sends a picture as one, and an empty logo to have none', () => {
  expect(changesOf(STORED, { ...draft, logo: 'data:image/png;base64,AA==' })).toEqual({
    sysLogoBase64: 'data:image/png;base64,AA==',
  });
  expect(changesOf(STORED, { ...draft, logo: '' })).toEqual({ sysLogo: '' });
});

it('names each input that is wrong', () => {
  expect(faultsOf(draft)).toEqual({});
  const wrong = { ...withText('sysTitle', { 'zh-tw': '  ' }), icpUrl: 'javascript:alert(1)' };
  expect(faultsOf(wrong)).toEqual({ 'sysTitle.zh-tw': 'required', sysIcpUrl: 'address' });
});
