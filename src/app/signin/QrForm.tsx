import { useEffect, useState } from 'react';
import { QR_PARAMETER, type QrBegun, type QrState, shownQrCode } from '../../../contract/qrSignIn.ts';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { useCountdown } from '../../kit/ui/useCountdown.ts';
import { keepPair, type LazyText, type Pair, refusalText, type SecondAsked, secondOf } from './pair.ts';
import { QrPicture } from './QrPicture.tsx';
import { useNotes } from './useNotes.tsx';

interface Props {
  onDone: () => void;
  ask: (second: { account: string; asked: SecondAsked }) => void;
}

const LOOK_MS = 2_000;
const REFUSED: LazyText = (t) => t('qr.refused');

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Waits until somebody has decided; a server that is silent for a moment is asked again. @throws CallError where the code is over */
async function decided({ id, secret }: QrBegun, signal: AbortSignal): Promise<QrState> {
  for (;;) {
    await wait(LOOK_MS, signal);
    if (signal.aborted) return 'waiting';
    try {
      const state = await call<QrState>('sysAuth/qrState', { id, secret }, { customCatch: true, signal });
      if (state !== 'waiting') return state;
    } catch (error) {
      if (signal.aborted) return 'waiting';
      if (!isCallError(error) || error.errorCode !== 'network') throw error;
    }
  }
}

/** A code and what becomes of it; `renew` asks for another one. */
function useQr({ onDone, ask }: Props) {
  const [turn, setTurn] = useState(0);
  const [begun, setBegun] = useState<QrBegun>();
  const [over, setOver] = useState<LazyText>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    async function run(): Promise<void> {
      const next = await call<QrBegun>('sysAuth/qrBegin', {}, { customCatch: true, signal });
      setBegun(next);
      const state = await decided(next, signal);
      if (signal.aborted) return;
      if (state === 'refused') return setOver(() => REFUSED);
      const { id, secret } = next;
      keepPair(
        await call<Pair | null>('sysAuth/qrEnter', { id, secret }, { customCatch: true, signingIn: true }),
      );
      onDone();
    }
    run().catch((error: unknown) => {
      if (signal.aborted) return;
      const asked = secondOf(error);
      if (asked) ask({ account: '', asked });
      else setOver(() => refusalText(error));
    });
    return () => stop.abort();
    // Another code is another turn; what it ends with is the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [turn]);
  const renew = () => {
    setBegun(undefined);
    setOver(undefined);
    setTurn(turn + 1);
  };
  return { begun, over, renew };
}

const NONE = {};

/** A code for a device on which somebody is signed in; the page goes on by itself once it is approved there. */
export function QrForm(props: Props) {
  const t = useT('app');
  const { begun, over, renew } = useQr(props);
  const rest = useCountdown(begun ?? NONE);
  const { problem } = useNotes({ form: over });
  return (
    <div className="signin-form">
      {problem}
      {over ? (
        <button
          type="button"
          className="pd-button pd-button-primary signin-submit"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onClick={renew}
        >
          {t('qr.again')}
        </button>
      ) : (
        <>
          <div className="signin-qr-place">
            {begun && (
              <QrPicture label={t('qr.picture')} text={`${location.origin}/#${QR_PARAMETER}=${begun.code}`} />
            )}
          </div>
          <p className="signin-qr-text pd-muted">{t('qr.scan')}</p>
          <output className="signin-qr-code pd-mono">{begun ? shownQrCode(begun.code) : '····-····'}</output>
          <p className="signin-qr-text pd-muted pd-number">{begun && t('qr.rest', { seconds: rest })}</p>
        </>
      )}
    </div>
  );
}
