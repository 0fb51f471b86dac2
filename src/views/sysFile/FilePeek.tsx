import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { download, fetchFile, isCallError, State, useT } from '../../kit/index.ts';
import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';
import './files.css';

const PICTURES = new Set(['.png', '.jpg', '.gif']);
const SHOWN_TEXT = 100_000;

interface Looked {
  blob: Blob;
  text: string | undefined;
}

async function look(id: string, suffix: string, signal: AbortSignal): Promise<Looked> {
  const blob = await fetchFile(`sysFile/preview/${id}`, { signal, customCatch: true });
  return { blob, text: suffix === '.txt' ? await blob.slice(0, SHOWN_TEXT).text() : undefined };
}

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address && <img className="file-picture" src={address} alt={name} />;
}

/** A picture or a text as it is; the rest is downloaded to be seen. */
function Preview({ id, suffix, name }: { id: string; suffix: string; name: string }) {
  const t = useT('platform');
  const shown = PICTURES.has(suffix) || suffix === '.txt';
  const { data, error, refetch } = useQuery({
    queryKey: ['sysFile', 'preview', id],
    queryFn: ({ signal }) => look(id, suffix, signal),
    enabled: shown,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  return (
    <section className="file-preview" aria-label={t('sysFile.preview')}>
      <h3 className="dock-section">{t('sysFile.preview')}</h3>
      {!shown && <p className="pd-muted">{t('sysFile.noPreview')}</p>}
      {isCallError(error) && <State kind="error" text={error.message} retry={() => void refetch()} />}
      {shown && !data && !error && <State kind="loading" />}
      {data && data.text === undefined && <Picture blob={data.blob} name={name} />}
      {data?.text !== undefined && <pre className="file-text">{data.text}</pre>}
      <button
        type="button"
        className="pd-button"
        onClick={() => void download(`sysFile/preview/${id}`, name).catch(() => undefined)}
      >
        {t('sysFile.actions.download')}
      </button>
    </section>
  );
}

/** What is known of a file, and what is in it. */
export function FilePeek(props: PeekProps) {
  const { row } = props;
  const [suffix, name] = [String(row?.suffix ?? ''), String(row?.fileName ?? '')];
  return (
    <RowPeek {...props}>{row && <Preview id={row.id} suffix={suffix} name={`${name}${suffix}`} />}</RowPeek>
  );
}
