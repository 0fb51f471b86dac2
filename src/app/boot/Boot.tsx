import { QueryClientProvider } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { lockedAtom } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { queryClient } from '../../kit/data/query.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { AntRoot } from '../../kit/ui/AntRoot.tsx';
import { part } from '../../kit/ui/part.tsx';
import { State } from '../../kit/ui/State.tsx';
import { LockScreen } from '../lock/LockScreen.tsx';
import { Place } from './Place.tsx';
import { SkeletonShell } from './SkeletonShell.tsx';
import { startSession } from './start.ts';

const PasswordDialog = part(async () => ({
  default: (await import('../settings/PasswordDialog.tsx')).PasswordDialog,
}));

interface Phase {
  name: 'loading' | 'ready' | 'password' | 'failed';
  error?: unknown;
}

function Session() {
  const t = useT('app');
  const [locked, setLocked] = useAtom(lockedAtom);
  const [phase, setPhase] = useState<Phase>({ name: 'loading' });
  const start = useCallback(() => {
    setPhase({ name: 'loading' });
    startSession().then(
      (outcome) => setPhase({ name: outcome === 'locked' ? 'loading' : outcome }),
      (error: unknown) => setPhase({ name: 'failed', error }),
    );
  }, []);
  useEffect(start, [start]);
  if (locked) {
    // The workspace is unmounted, so that a locked page holds no data.
    const unlock = () => {
      setLocked(false);
      start();
    };
    return <LockScreen onUnlocked={unlock} />;
  }
  if (phase.name === 'loading') return <SkeletonShell />;
  if (phase.name === 'ready') return <Place />;
  if (phase.name === 'password') {
    return (
      <>
        <SkeletonShell />
        <Suspense fallback={null}>
          <PasswordDialog close={start} />
        </Suspense>
      </>
    );
  }
  const { error } = phase;
  return (
    <State
      kind="error"
      text={t('page.bootFailed')}
      hint={isCallError(error) ? error.message : String(error)}
      traceId={isCallError(error) ? error.traceId : undefined}
      retry={start}
    />
  );
}

export function Boot() {
  return (
    <QueryClientProvider client={queryClient}>
      <AntRoot>
        <Session />
      </AntRoot>
    </QueryClientProvider>
  );
}
