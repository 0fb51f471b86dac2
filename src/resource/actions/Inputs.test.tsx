// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it } from 'vitest';
import { userOtp } from '../../../contract/resources/merchants/userOtp.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { queryClient } from '../../kit/index.ts';
import { RefInput } from '../../kit/inputs/loaded.ts';
import { Inputs } from './Inputs.tsx';
import { Sheet } from './Sheet.tsx';
import { wordsOf } from './texts.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
});

it('has the focus in the first field of a sheet, though its input comes later than the code', async () => {
  const { input } = userOtp.actions.add!;
  const nothing = () => undefined;
  const last = <input key="otp" id="code" />;
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Sheet title="Add" verb="Add" asks ready busy={false} commit={nothing} close={nothing} last={[last]}>
          <Inputs
            base="sheet"
            fields={input!}
            words={wordsOf(userOtp)}
            values={{}}
            errors={{}}
            onChange={nothing}
          />
        </Sheet>
      </QueryClientProvider>,
    ),
  );
  const person = () => box.querySelector('#sheet-userId');
  // On a slow machine it has come by now, else it does here.
  await act(async () => {
    await RefInput.load();
  });
  expect(person()).not.toBeNull();
  expect(document.activeElement).toBe(person());
  act(() => root.unmount());
});
