import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { use } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OTP } from '../../../contract/otp.ts';
import { commands } from '../../kit/commands/registry.ts';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import { startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { toastLogAtom } from '../../kit/ui/toast.ts';
import { OtpDialog } from '../settings/OtpDialog.tsx';
import { Overlay } from './Overlay.tsx';
import { UpdateBar } from './UpdateBar.tsx';

beforeEach(async () => {
  keepLocale('en');
  await startI18n(['app']);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('something that floats', () => {
  it('closes when it fails, and says so', () => {
    const close = vi.fn();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error('no palette today');
    };
    render(
      <Overlay close={close}>
        <Broken />
      </Overlay>,
    );
    vi.restoreAllMocks();
    expect(close).toHaveBeenCalledOnce();
    const [toast] = getDefaultStore().get(toastLogAtom);
    expect(toast).toMatchObject({
      kind: 'error',
      text: 'This could not be opened',
      description: 'no palette today',
    });
  });

  it('is what letters are meant for while it is on its way', async () => {
    const close = vi.fn();
    const below = vi.fn();
    const heard: string[] = [];
    const never = new Promise<never>(() => undefined);
    const Late = () => use(never);
    document.addEventListener('keydown', below);
    const { unmount } = await act(async () =>
      render(
        <Overlay close={close} hear={(key) => heard.push(key)}>
          <Late />
        </Overlay>,
      ),
    );
    const press = (key: string, over: KeyboardEventInit = {}) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...over }));
    for (const key of ['c', 'Enter', 'o', 'Backspace', 'Escape']) press(key);
    expect(heard).toEqual(['c', 'o', 'Backspace']);
    expect(close).toHaveBeenCalledOnce();
    expect(below).not.toHaveBeenCalled();
    press('k', { ctrlKey: true });
    expect(below).toHaveBeenCalledOnce();
    unmount();
    press('c');
    expect(below).toHaveBeenCalledTimes(2);
    document.removeEventListener('keydown', below);
  });

  /** A grid with the dialog that a key in it opened, as the shell draws them. */
  function Shell({ open, row = 'one' }: { open: boolean; row?: string }) {
    return (
      <>
        <div>
          <button key={row} type="button" tabIndex={0}>
            {row}
          </button>
        </div>
        <button type="button">elsewhere</button>
        <Overlay key={open ? 'otp' : 'none'} close={() => undefined}>
          {open && <OtpDialog close={() => undefined} />}
        </Overlay>
      </>
    );
  }

  it('gives the keyboard back to the row where the key was pressed', async () => {
    getDefaultStore().set(profileAtom, parseProfile({ id: '1', otpStatus: OTP.unbound }));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')));
    const { rerender } = render(<Shell open={false} />);
    screen.getByText('one').focus();
    rerender(<Shell open />);
    const field = await screen.findByLabelText('Current password');
    await waitFor(() => expect(document.activeElement).toBe(field));
    rerender(<Shell open={false} />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('one')));

    // The list was read again meanwhile, and the row is another element.
    rerender(<Shell open />);
    await screen.findByLabelText('Current password');
    rerender(<Shell open row="two" />);
    rerender(<Shell open={false} row="two" />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('two')));
  });

  it('gives the keyboard to the panel that has the keys where its list is being drawn again', async () => {
    const List = ({ open, rows }: { open: boolean; rows: readonly string[] }) => (
      <>
        <section data-scope="orders" tabIndex={-1}>
          <div>
            {rows.map((row) => (
              <button key={row} type="button" tabIndex={0}>
                {row}
              </button>
            ))}
          </div>
        </section>
        <Overlay key={open ? 'otp' : 'none'} close={() => undefined}>
          {null}
        </Overlay>
      </>
    );
    commands.setActiveScope('orders');
    const { rerender, container } = render(<List open={false} rows={['one']} />);
    const panel = container.querySelector('section');
    // Gone while it floats, and gone before it does.
    for (const rows of [['one'], []]) {
      rerender(<List open={false} rows={rows} />);
      screen.queryByText('one')?.focus();
      rerender(<List open rows={rows} />);
      rerender(<List open rows={[]} />);
      rerender(<List open={false} rows={[]} />);
      await waitFor(() => expect(document.activeElement).toBe(panel));
      panel?.blur();
    }
  });

  it('leaves the keyboard to whoever took it meanwhile', () => {
    const { rerender } = render(<Shell open={false} />);
    screen.getByText('one').focus();
    rerender(<Shell open />);
    screen.getByText('elsewhere').focus();
    rerender(<Shell open={false} />);
    expect(document.activeElement).toBe(screen.getByText('elsewhere'));
  });
});

describe('a new version', () => {
  const lost = () => act(async () => void window.dispatchEvent(new Event('vite:preloadError')));

  it('is reported when a part of this one is gone from the server', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
    render(<UpdateBar />);
    expect(screen.queryByRole('alert')).toBeNull();
    await lost();
    expect((await screen.findByRole('alert')).textContent).toContain('A new version of Paydesk is here');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  });

  it('is not reported while the server does not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')));
    render(<UpdateBar />);
    await lost();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
