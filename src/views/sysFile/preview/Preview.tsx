import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { isCallError, part, Scrolled, State, useT } from '../../../kit/index.ts';
import { RichText } from '../../../resource/ui/RichText.tsx';
import { isShown, look, type Looked, Unshown } from './look.ts';
import { SheetTable } from './SheetTable.tsx';

// Its reader is large, and few people open such a file.
const PdfPages = part(() => import('./PdfPages.tsx'));

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address && <img className="file-picture" src={address} alt={name} />;
}

function Text({ read, isCut, name }: Extract<Looked, { kind: 'text' }> & { name: string }) {
  const t = useT('platform');
  return (
    <>
      {read.encoding !== 'utf-8' && (
        <p className="pd-muted">{t('sysFile.encoding', { encoding: read.encoding.toUpperCase() })}</p>
      )}
      {isCut && <p className="pd-muted">{t('sysFile.cutText')}</p>}
      <Scrolled className="file-text" label={name}>
        {read.text}
      </Scrolled>
    </>
  );
}

function Content({ looked, name, unread }: { looked: Looked; name: string; unread: ReactNode }) {
  if (looked.kind === 'picture') return <Picture blob={looked.blob} name={name} />;
  if (looked.kind === 'text') return <Text {...looked} name={name} />;
  if (looked.kind === 'sheets') return <SheetTable sheets={looked.sheets} />;
  if (looked.kind === 'document')
    return (
      <Scrolled className="file-document" label={name}>
        <RichText html={looked.html} pictures />
      </Scrolled>
    );
  return (
    <Suspense fallback={<State kind="loading" />}>
      <PdfPages bytes={looked.bytes} unread={unread} />
    </Suspense>
  );
}

interface PreviewProps {
  id: string;
  suffix: string;
  name: string;
}

/** What is in a file, as far as a page shows it; else why not. */
export function Preview({ id, suffix, name }: PreviewProps) {
  const t = useT('platform');
  const shown = isShown(suffix);
  const { data, error, refetch } = useQuery({
    queryKey: ['sysFile', 'preview', id],
    queryFn: ({ signal }) => look(id, suffix, signal),
    enabled: shown,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const why = (text: string) => <p className="pd-muted">{text}</p>;
  if (!shown) return why(t('sysFile.noPreview'));
  if (error instanceof Unshown) return why(t(`sysFile.${error.why}`));
  if (error) {
    const text = isCallError(error) ? error.message : t('sysFile.notLoaded');
    return <State kind="error" text={text} retry={() => void refetch()} />;
  }
  if (!data) return <State kind="loading" />;
  return <Content key={id} looked={data} name={name} unread={why(t('sysFile.broken'))} />;
}
