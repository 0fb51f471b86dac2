import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { part } from '../../kit/ui/part.tsx';
import { InWorkWindow } from '../../kit/workWindow.tsx';
import { forgetTyped, typeAhead } from '../palette/typedAhead.ts';
import { takeScanned } from '../scanned.ts';
import { OfflineBanner } from './OfflineBanner.tsx';
import { Overlay } from './Overlay.tsx';
import { type OverlayName, overlayAtom } from './shellCommands.ts';
import { UpdateBar } from './UpdateBar.tsx';

const Palette = part(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }));
const KeySheet = part(async () => ({ default: (await import('../keys/KeySheet.tsx')).KeySheet }));
const Tour = part(async () => ({ default: (await import('../tour/Tour.tsx')).Tour }));
const OtpDialog = part(async () => ({ default: (await import('../settings/OtpDialog.tsx')).OtpDialog }));
const ApproveSignIn = part(async () => ({
  default: (await import('../settings/ApproveSignIn.tsx')).ApproveSignIn,
}));
const SettingsDrawer = part(async () => ({
  default: (await import('../settings/SettingsDrawer.tsx')).SettingsDrawer,
}));

/** What floats over the workspace; each part arrives when it is first asked for. */
export function Overlays() {
  const [overlay, setOverlay] = useAtom(overlayAtom);
  // Given up before it came, it starts empty the next time.
  useEffect(() => {
    if (overlay !== 'palette') forgetTyped();
  }, [overlay]);
  // Somebody has scanned the code of another device.
  const [scanned, setScanned] = useState<string>();
  useEffect(() => {
    const code = takeScanned();
    if (code === undefined) return;
    setScanned(code);
    setOverlay('approve');
  }, [setOverlay]);
  // A dialog reports its closing late, when another one may already be open.
  const close = (own: OverlayName) => () => setOverlay((now) => (now === own ? undefined : now));
  return (
    <>
      <div className="shell-banners">
        <OfflineBanner />
        <UpdateBar />
      </div>
      <Overlay
        key={overlay ?? 'none'}
        close={close(overlay)}
        hear={overlay === 'palette' ? typeAhead : undefined}
      >
        <InWorkWindow close={close(overlay)}>
          {overlay === 'palette' && <Palette close={close('palette')} />}
          {overlay === 'tour' && <Tour close={close('tour')} />}
          {overlay === 'keys' && <KeySheet close={close('keys')} />}
          {overlay === 'otp' && <OtpDialog close={close('otp')} />}
          {overlay === 'approve' && (
            <ApproveSignIn
              code={scanned}
              close={() => {
                setScanned(undefined);
                close('approve')();
              }}
            />
          )}
          {overlay === 'settings' && <SettingsDrawer close={close('settings')} />}
        </InWorkWindow>
      </Overlay>
    </>
  );
}
