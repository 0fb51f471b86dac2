import { describe, expect, it } from 'vitest';
import { type Caller, type Profile, parseProfile } from '../../kit/data/session.ts';
import { readDocument } from '../../dashboard/document.ts';
import { settingsOf } from '../../dashboard/catalogue.ts';
import { readEnvelope } from '../../workspace/envelope/read.ts';
import { blankEnvelope } from '../../workspace/sync/defaults.ts';
import { isView, provideViews } from '../../workspace/views.tsx';
import { roleOf } from './shipped.ts';
import { widgets } from './widgets.ts';
import './workspace.ts';

const shipped = (kind: string) =>
  Object.entries(
    import.meta.glob<unknown>('../../../layouts/*/*.json', { import: 'default', eager: true }),
  ).filter(([path]) => path.endsWith(`/${kind}.json`));

describe('what ships', () => {
  it.each(shipped('dashboard'))('%s is whole and names only widgets that exist', (_, raw) => {
    const read = readDocument(raw);
    expect(read).toEqual(raw);
    for (const tile of read!.tiles) {
      const widget = widgets.find(({ id }) => id === tile.widget);
      expect(settingsOf(widget!, tile.settings, 1)).toEqual(tile.settings);
    }
  });

  it.each(shipped('workspace'))('%s needs no repair and names only views that exist', (_, raw) => {
    const { envelope, repairs } = readEnvelope(raw, blankEnvelope('x'));
    expect(repairs).toEqual([]);
    for (const { view } of Object.values(envelope.panels)) expect(isView(view)).toBe(true);
  });

  it('refuses a second view of one name', () => {
    const view = { id: 'collectOrder', component: () => Promise.reject(new Error('not drawn here')) };
    expect(() => provideViews([view], view.component)).toThrow('two views');
  });
});

describe('the role', () => {
  const who = (codes: string[], profile: Partial<Profile> = {}): Caller => ({
    profile: { ...parseProfile({}), ...profile },
    can: (code) => codes.includes(code),
    canAny: (wanted) => wanted.some((code) => codes.includes(code)),
    canAll: (wanted) => wanted.every((code) => codes.includes(code)),
  });

  it('follows from what a person may do', () => {
    expect(roleOf(who([]))).toBe('default');
    expect(roleOf(who([], { accountType: 999 }))).toBe('admin');
    expect(roleOf(who(['collectOrder:claim', 'fundDetail:page']))).toBe('operator');
    expect(roleOf(who(['fundDetail:page']))).toBe('finance');
    expect(roleOf(who(['collectOrder:claim'], { merchantId: '1' }))).toBe('merchant');
    expect(roleOf(who([], { merchantId: '1', kind: 'agent' }))).toBe('agent');
  });
});
