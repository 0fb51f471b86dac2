import { useAtom } from 'jotai';
import { Suspense, lazy } from 'react';
import { useCaller } from '../../kit/data/session.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { type Overlay, overlayAtom } from './shellCommands.ts';
import { UpdateBar } from './UpdateBar.tsx';

const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }));
const KeySheet = lazy(async () => ({ default: (await import('../palette/KeySheet.tsx')).KeySheet }));
const PasswordDialog = lazy(async () => ({
  default: (await import('../settings/PasswordDialog.tsx')).PasswordDialog,
}));
const SettingsDrawer = lazy(async () => ({
  default: (await import('../settings/SettingsDrawer.tsx')).SettingsDrawer,
}));

/** What floats over the workspace; each part arrives when it is first asked for. */
export function Overlays() {
  const [overlay, setOverlay] = useAtom(overlayAtom);
  const { profile } = useCaller();
  // A dialog reports its closing late, when another one may already be open.
  const close = (own: Overlay) => () => setOverlay((now) => (now === own ? undefined : now));
  return (
    <>
      <OfflineBanner />
      <UpdateBar />
      <ErrorBoundary quiet key={overlay ?? 'none'}>
        <Suspense fallback={null}>
          {overlay === 'palette' && <Palette close={close('palette')} />}
          {overlay === 'keys' && <KeySheet close={close('keys')} />}
          {(overlay === 'password' || profile.mustChangePassword) && (
            <PasswordDialog forced={profile.mustChangePassword === true} close={close('password')} />
          )}
          {overlay === 'settings' && <SettingsDrawer close={close('settings')} />}
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
