import { type ReactNode, Suspense } from 'react';
import { translate } from '../../kit/i18n/i18n.ts';
import { toast } from '../../kit/ui/toast.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { Arriving } from './Arriving.tsx';
import { useFocusBack } from './useFocusBack.ts';

interface OverlayProps {
  close: () => void;
  /** Hears what is typed before it has arrived. */
  hear?: ((key: string) => void) | undefined;
  children: ReactNode;
}

/** Something that floats has no place to say that it failed: it closes, and a message says so. */
export function Overlay({ close, hear, children }: OverlayProps) {
  useFocusBack();
  const failed = (error: unknown) => {
    const description = error instanceof Error ? error.message : String(error);
    toast.error(translate('app:page.overlayFailed'), { key: 'overlay', description });
    close();
  };
  return (
    <ErrorBoundary failed={failed}>
      <Suspense fallback={<Arriving close={close} hear={hear} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
