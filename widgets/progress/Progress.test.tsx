import { QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { parseProfile } from '../../src/kit/data/session.ts';
import { startI18n } from '../../src/kit/i18n/i18n.ts';
import { keepLocale } from '../../src/kit/i18n/locale.ts';
import { setPreferences } from '../../src/kit/preferences.ts';
import { VisibilityContext, profileAtom, queryClient } from '../../src/kit/index.ts';
import Progress from './Progress.tsx';

const asked = vi.hoisted(() => vi.fn(() => new Promise(() => undefined)));
vi.mock('../../src/kit/data/call.ts', async (load) => ({ ...(await load<object>()), call: asked }));

afterEach(() => vi.useRealTimers());

test('the month of targets is of the reports, wherever its person is', async () => {
  keepLocale('en');
  await startI18n(['widgets']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-30T20:00:00Z') });
  setPreferences({ timeZone: 'America/New_York' });
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', accountType: 999, reportZone: 'Asia/Kolkata' }));
  render(
    <QueryClientProvider client={queryClient}>
      <VisibilityContext value>
        <Progress
          settings={{ month: 'this', linked: false }}
          height={300}
          openTab={() => undefined}
          link={{ context: null, publish: () => undefined }}
        />
      </VisibilityContext>
    </QueryClientProvider>,
  );
  await waitFor(() =>
    expect(asked).toHaveBeenCalledWith(
      'measureTarget/rows',
      expect.objectContaining({ month: '2026-12' }),
      expect.anything(),
    ),
  );
});
