import { atom, getDefaultStore } from 'jotai';
import { useEffect } from 'react';
import { type Command, commands } from '../../kit/commands/registry.ts';
import { caller, signOut } from '../../kit/data/session.ts';
import { handoverWantedAtom } from '../../kit/handover.ts';
import { openView } from '../../kit/view.ts';
import { chooseLocale, translate } from '../../kit/i18n/i18n.ts';
import { LOCALES, LOCALE_FACTS } from '../../../contract/locales.ts';
import { setPreferences } from '../../kit/preferences.ts';
import { toast } from '../../kit/ui/toast.ts';
import { tokens } from '../../kit/ui/theme.ts';
import { zenAtom } from '../../kit/zen.ts';
import { lockScreen } from '../lock/lockScreen.ts';
import { enterMenu } from '../menu/menuFocus.ts';

export type OverlayName = 'palette' | 'keys' | 'settings' | 'otp' | 'approve' | 'tour' | undefined;
export const overlayAtom = atom<OverlayName>(undefined);

const store = getDefaultStore();
const toggle = (overlay: OverlayName) => () => {
  // What is set for the whole product opens in the main window, though asked for in a pop-out.
  if (overlay !== 'palette' && overlay !== 'keys') window.focus();
  store.set(overlayAtom, store.get(overlayAtom) === overlay ? undefined : overlay);
};

/** Resolves when it is closed again: whoever needs what is done there goes on then. */
const untilClosed = (overlay: OverlayName) => async (): Promise<void> => {
  toggle(overlay)();
  if (store.get(overlayAtom) !== overlay) return;
  await new Promise<void>((resolve) => {
    const undo = store.sub(overlayAtom, () => {
      undo();
      resolve();
    });
  });
};

export function leaveZen(): void {
  store.set(zenAtom, 'off');
  if (document.fullscreenElement) void document.exitFullscreen();
}

function zen(): void {
  if (store.get(zenAtom) === 'off') store.set(zenAtom, 'zen');
  else leaveZen();
}

async function kiosk(): Promise<void> {
  if (store.get(zenAtom) === 'kiosk') return leaveZen();
  if (!document.fullscreenEnabled) {
    toast.warning(translate('app:command.noFullScreen'));
    return;
  }
  await document.documentElement.requestFullscreen();
  store.set(zenAtom, 'kiosk');
}

const text = (key: string, values?: Record<string, unknown>) => () => translate(`app:command.${key}`, values);
const switchTheme = () => setPreferences({ theme: tokens().mode === 'dark' ? 'light' : 'dark' });

const centre = (tab?: string) => () => openView('userCenter', tab ? { tab } : {});

async function handOver(): Promise<void> {
  await openView('shiftHandover');
  store.set(handoverWantedAtom, true);
}

const COMMANDS: readonly Command[] = [
  {
    id: 'app.handover',
    label: text('handover'),
    icon: 'system',
    when: () => caller().can('shiftHandover:write') || translate('app:command.noHandover'),
    run: handOver,
  },
  {
    id: 'app.palette',
    label: text('palette'),
    icon: 'search',
    keys: ['mod+k'],
    overDialogs: true,
    hidden: true,
    guard: 0,
    run: toggle('palette'),
  },
  { id: 'app.keys', label: text('keys'), icon: 'keyboard', keys: ['?'], guard: 0, run: toggle('keys') },
  {
    id: 'app.settings',
    label: text('settings'),
    icon: 'settings',
    keys: ['mod+,'],
    overDialogs: true,
    guard: 0,
    run: toggle('settings'),
  },
  {
    id: 'app.lock',
    label: text('lock'),
    icon: 'lock',
    keys: ['mod+alt+l'],
    overDialogs: true,
    run: lockScreen,
  },
  { id: 'app.tour', label: text('tour'), icon: 'help', guard: 0, run: toggle('tour') },
  { id: 'app.zen', label: text('zen'), icon: 'zen', keys: ['alt+z'], guard: 0, run: zen },
  { id: 'app.kiosk', label: text('kiosk'), icon: 'maximize', keys: ['alt+shift+z'], run: kiosk },
  { id: 'app.menu', label: text('focusMenu'), icon: 'menu', keys: ['alt+m'], guard: 0, run: enterMenu },
  { id: 'app.theme', label: text('nextTheme'), icon: 'moon', run: switchTheme },
  ...LOCALES.map((locale) => ({
    id: `app.language.${locale}`,
    label: text('language', { name: LOCALE_FACTS[locale].name }),
    icon: 'globe',
    run: () => chooseLocale(locale),
  })),
  { id: 'app.centre', label: text('centre'), icon: 'user', guard: 0, run: centre() },
  { id: 'app.password', label: text('password'), icon: 'lock', guard: 0, run: centre('password') },
  { id: 'app.otp', label: text('otp'), icon: 'lock', guard: 0, run: untilClosed('otp') },
  { id: 'app.approve', label: text('approve'), icon: 'check', guard: 0, run: toggle('approve') },
  { id: 'app.signOut', label: text('signOut'), icon: 'logout', run: signOut },
];

/** The commands of the shell itself; they work everywhere. */
export function useShellCommands(): void {
  useEffect(() => {
    const undos = COMMANDS.map(commands.register);
    const left = () => {
      if (!document.fullscreenElement && store.get(zenAtom) === 'kiosk') store.set(zenAtom, 'off');
    };
    document.addEventListener('fullscreenchange', left);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      store.set(overlayAtom, undefined);
      for (const undo of undos) undo();
    };
  }, []);
}
