import { useEffect, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { type Command, download, type ViewProps, useCaller, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { FilePeek } from './FilePeek.tsx';
import './files.css';
import { UploadSheet } from './UploadSheet.tsx';

/** Files that are dropped anywhere on the list. */
function useDropped(take: ((files: readonly File[]) => void) | undefined) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = root.current;
    if (!box || !take) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    };
    box.addEventListener('dragover', over);
    box.addEventListener('drop', drop);
    return () => {
      box.removeEventListener('dragover', over);
      box.removeEventListener('drop', drop);
    };
  }, [take]);
  return root;
}

export default function Files(props: ViewProps) {
  const t = useT('platform');
  const { can } = useCaller();
  const [dropped, setDropped] = useState<readonly File[]>();
  const mayUpload = can('sysFile:uploadFile');
  const root = useDropped(mayUpload ? setDropped : undefined);
  const verbs = (current: () => Row | undefined): Omit<Command, 'scope'>[] => [
    ...(mayUpload
      ? [
          {
            id: 'sysFile.upload',
            label: () => t('sysFile.actions.upload'),
            icon: 'plus',
            keys: ['n'],
            run: () => setDropped([]),
          },
        ]
      : []),
    {
      id: 'sysFile.download',
      label: () => t('sysFile.actions.download'),
      icon: 'download',
      when: () => (current() ? true : t('sysFile.chooseOne')),
      run() {
        const row = current();
        if (row) return download(`sysFile/preview/${row.id}`, `${String(row.fileName)}${String(row.suffix)}`);
      },
    },
  ];
  const sheet = ({ close, refresh }: SheetPorts) => (
    <UploadSheet dropped={dropped ?? []} close={close} refresh={refresh} />
  );
  return (
    <div className="files" ref={root}>
      <ResourceView
        {...props}
        resource="sysFile"
        verbs={verbs}
        peek={FilePeek}
        sheet={dropped ? { close: () => setDropped(undefined), draw: sheet } : undefined}
      />
    </div>
  );
}
