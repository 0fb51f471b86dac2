import { type ReactNode, Suspense } from 'react';
import { translate } from '../../kit/i18n/i18n.ts';
import { toast } from '../../kit/ui/toast.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';

/** Something that floats has no place to say that it failed: it closes, and a message says so. */
export function Overlay({ close, children }: { close: () => void; children: ReactNode }) {
  const failed = (error: unknown) => {
    const description = error instanceof Error ? error.message : String(error);
    toast.error(translate('app:page.overlayFailed'), { key: 'overlay', description });
    close();
  };
  return (
    <ErrorBoundary failed={failed}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
