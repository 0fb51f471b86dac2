import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import {
  FileButton,
  FindBox,
  State,
  call,
  commandKey,
  isCallError,
  toast,
  useCaller,
  useT,
} from '../../kit/index.ts';
import type { Pictures } from '../../resource/print/draw.ts';

/** What a print may show: as the server takes it (server/api/print/served.ts). */
const SUFFIXES = ['.png', '.jpg', '.gif'];
const ACCEPT = '.png,.jpg,.jpeg,.gif';
const SHOWN = 30;
const KEY = ['sysFile', 'printPictures'];

interface FoundFile {
  id: string;
  fileName: string;
  suffix: string;
  url: string;
  /** What it belongs to, such as the person that it shows. */
  relationName: string | null;
}

/** Public pictures that somebody uploaded, newest first. */
export function usePictures(typed: string) {
  const { can } = useCaller();
  return useQuery({
    queryKey: [...KEY, typed],
    enabled: can('sysFile:page'),
    retry: false,
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      call<{ items: FoundFile[] }>(
        'sysFile/page',
        { page: 1, pageSize: SHOWN, isPublic: true, suffix: SUFFIXES, ...(typed && { fileName: typed }) },
        { customCatch: true, signal },
      ),
  });
}

export const addressesOf = (files: readonly FoundFile[] = []): Pictures =>
  Object.fromEntries(files.map(({ id, url }) => [id, url]));

/** Uploads for everybody to see, since everybody who prints sees it. @returns its id; undefined: it was refused */
function useUpload() {
  const t = useT('platform');
  const client = useQueryClient();
  return async (file: File): Promise<string | undefined> => {
    const form = new FormData();
    form.append('File', file, file.name);
    form.append('IsPublic', 'true');
    try {
      const { id, suffix } = await call<FoundFile>('sysFile/uploadFile', form, {
        customCatch: true,
        idempotencyKey: commandKey(),
      });
      await client.invalidateQueries({ queryKey: KEY });
      if (SUFFIXES.includes(suffix)) return id;
      toast.error(t('sysPrint.design.noPicture'));
    } catch (error) {
      toast.error(isCallError(error) ? error.message : String(error));
    }
    return undefined;
  };
}

interface PictureChoiceProps {
  /** Of the template: `logo`, or the id of a file. */
  value: string;
  pictures: Pictures;
  set: (picture: string) => void;
}

/** The pictures that there are, each as it looks, and a way to bring another one. */
export function PictureChoice({ value, pictures, set }: PictureChoiceProps) {
  const t = useT('platform');
  const { can } = useCaller();
  const upload = useUpload();
  const [typed, setTyped] = useState('');
  const { data, error } = usePictures(useDeferredValue(typed.trim()));
  const found = (data?.items ?? []).filter(({ relationName }) => relationName !== 'avatar');
  const listed = [
    { id: 'logo', name: t('sysPrint.design.logo'), url: pictures.logo },
    ...found.map(({ id, fileName, suffix, url }) => ({ id, name: `${fileName}${suffix}`, url })),
  ];
  // What the template shows already, and this list does not.
  const rest = listed.some(({ id }) => id === value)
    ? []
    : [{ id: value, name: t('sysPrint.design.thisPicture'), url: pictures[value] }];
  return (
    <section aria-label={t('sysPrint.design.kinds.picture')}>
      <div className="design-find">
        <FindBox label={t('sysPrint.design.findPicture')} value={typed} set={setTyped} />
        {can('sysFile:uploadFile') && (
          <FileButton
            label={t('sysPrint.design.upload')}
            accept={ACCEPT}
            take={(file) => void upload(file).then((id) => id && set(id))}
          />
        )}
      </div>
      {error && <State kind="error" text={error.message} inline />}
      <div className="design-pictures" role="group" aria-label={t('sysPrint.design.kinds.picture')}>
        {[...rest, ...listed].map(({ id, name, url }) => (
          <button
            key={id}
            type="button"
            className="line-button design-picture"
            aria-pressed={id === value}
            title={name}
            onClick={() => set(id)}
          >
            {url ? <img src={url} alt="" loading="lazy" /> : <span className="pd-muted">?</span>}
            <span>{name}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
