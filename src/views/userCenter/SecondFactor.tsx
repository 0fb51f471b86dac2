import { useEffect } from 'react';
import { OTP } from '../../../contract/otp.ts';
import { Icon, askOtp, commands, useCaller, useT } from '../../kit/index.ts';
import { Passkeys } from './Passkeys.tsx';
import './otp.css';

/** Whether an app is bound, and the passkeys of the account. */
export function SecondFactor() {
  const t = useT('app');
  const { profile } = useCaller();
  const status = profile.otpStatus ?? OTP.unbound;
  useEffect(() => {
    const stop = new AbortController();
    void askOtp(stop.signal);
    return () => stop.abort();
  }, []);
  const why = t(profile.merchantId ? 'otp.whyOwn' : 'otp.why');
  const known = t(status === OTP.locked ? 'otp.locked' : 'otp.bound');
  return (
    <div className="centre-narrow">
      <section aria-labelledby="otp-state">
        <h3 id="otp-state">{t('otp.title')}</h3>
        <p className={status === OTP.locked ? 'pd-down' : 'pd-muted'}>
          {status === OTP.active && <Icon name="check" size={14} />} {status === OTP.unbound ? why : known}
        </p>
        {status === OTP.unbound && (
          <button
            type="button"
            className="pd-button pd-button-primary"
            onClick={() => void commands.execute('app.otp')}
          >
            {t('otp.bindApp')}
          </button>
        )}
      </section>
      {status === OTP.active && <Passkeys />}
    </div>
  );
}
