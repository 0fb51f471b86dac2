// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { upstream } from '../../contract/resources/channels/upstream.ts';
import { loadAllTexts, startI18n } from '../kit/i18n/i18n.ts';
import { keepLocale } from '../kit/i18n/locale.ts';
import { wordsOf } from './actions/texts.ts';
import { GridModel } from './grid/model.ts';
import { OpenSheet } from './OpenSheet.tsx';

// The form's code is on its way.
vi.mock('./form/FormSheet.tsx', () => new Promise(() => undefined));

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});
afterEach(cleanup);

it('is closed by Esc while the form is on its way', async () => {
  const close = vi.fn();
  const model = new GridModel(upstream, { filters: {} });
  const row = { id: '1', name: 'North' };
  const sheet = (
    <OpenSheet
      open={{ kind: 'form', row }}
      model={model}
      words={wordsOf(upstream)}
      jobs={{ list: [], follow: vi.fn(), followFile: vi.fn(), cancel: vi.fn() }}
      close={close}
      onSecret={() => undefined}
    />
  );
  await act(async () => render(sheet));
  const dock = screen.getByRole('dialog');
  expect(dock.getAttribute('aria-busy')).toBe('true');
  fireEvent.keyDown(dock, { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
});
