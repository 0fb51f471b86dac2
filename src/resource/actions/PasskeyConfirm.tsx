import { useEffect, useRef, useState } from 'react';
import { PASSKEY_PROOF } from '../../../contract/otp.ts';
import { isCallError, passkeysWork, proveByPasskey, useCaller, useT } from '../../kit/index.ts';

interface Props {
  /** What the field of the one-time password holds. */
  otp: unknown;
  change: (otp: string) => void;
  commit: () => void;
}

/** Confirms the sheet by a passkey in place of a one-time password: its answer is the last thing that was missing. */
export function PasskeyConfirm({ otp, change, commit }: Props) {
  const t = useT('grid');
  const { profile } = useCaller();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const proof = typeof otp === 'string' && otp.startsWith(PASSKEY_PROOF) ? otp : undefined;
  const sent = useRef<string>(undefined);
  useEffect(() => {
    if (proof === undefined || sent.current === proof) return;
    sent.current = proof;
    commit();
  });
  if (profile.passkeys === 0 || !passkeysWork()) return null;
  async function prove() {
    setBusy(true);
    setProblem(undefined);
    try {
      change(await proveByPasskey());
    } catch (refused) {
      setProblem(isCallError(refused) ? refused.message : t('passkey.cancelled'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="sheet-passkey">
      <button type="button" className="link-button" disabled={busy} onClick={() => void prove()}>
        {t('passkey.use')}
      </button>
      {problem && (
        <span className="pd-down" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
