import { useEffect, useRef, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { sysFile } from '../../../contract/resources/platform/sysFile.ts';
import { download, type ViewProps, useCaller, useT } from '../../kit/index.ts';
import { columnsOf } from '../../resource/grid/columns.ts';
import { counted } from '../../resource/grid/counted.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { PanelFrame } from '../../resource/PanelFrame.tsx';
import { phoneColumns } from '../../resource/phone.ts';
import { chipsOf, useTools } from '../../resource/ResourceView.tsx';
import {
  type ColumnPorts,
  type PanelCommand,
  type ResourcePanel,
  useResourcePanel,
} from '../../resource/useResourcePanel.ts';
import { FilePeek } from './FilePeek.tsx';
import './files.css';
import { Viewer } from './preview/Viewer.tsx';
import { UploadSheet } from './UploadSheet.tsx';
import { useUsage } from './useUsage.ts';

const CHIPS = chipsOf(sysFile);

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

/** The file on screen over everything else, and the ways to its neighbours in the list. */
function Large({ panel, close }: { panel: ResourcePanel; close: () => void }) {
  const { model, current } = panel;
  const step = (by: number) => {
    const order = model.blocks.order();
    const id = current && order[order.indexOf(current.id) + by];
    return id ? () => model.selection.moveTo(id) : undefined;
  };
  return current && <Viewer row={current} step={step} close={close} />;
}

/** What files can do besides the verbs of every list. */
function useVerbs(panel: ResourcePanel, upload: (() => void) | undefined, view: () => void): PanelCommand[] {
  const t = useT('platform');
  const row = () => panel.current;
  const ofOne = (run: (row: Row) => void | Promise<void>) => ({
    when: () => (row() ? true : t('sysFile.chooseOne')),
    run() {
      const at = row();
      if (at) return run(at);
    },
  });
  return [
    ...(upload
      ? [
          {
            id: 'sysFile.upload',
            label: () => t('sysFile.actions.upload'),
            icon: 'plus',
            keys: ['n'],
            rowless: true,
            run: upload,
          },
        ]
      : []),
    {
      id: 'sysFile.view',
      label: () => t('sysFile.actions.view'),
      icon: 'eye',
      keys: ['v'],
      ...ofOne(view),
    },
    {
      id: 'sysFile.download',
      label: () => t('sysFile.actions.download'),
      icon: 'download',
      ...ofOne(({ id, fileName, suffix }) =>
        download(`sysFile/preview/${id}`, `${String(fileName)}${String(suffix)}`),
      ),
    },
  ];
}

const columns = ({ label, narrow }: ColumnPorts) => {
  const all = columnsOf(sysFile, label);
  return counted(sysFile, narrow ? phoneColumns(sysFile, all) : all);
};

export default function Files(props: ViewProps) {
  const { can } = useCaller();
  const [dropped, setDropped] = useState<readonly File[]>();
  const [isLarge, setLarge] = useState(false);
  const mayUpload = can('sysFile:uploadFile');
  const root = useDropped(mayUpload ? setDropped : undefined);
  const panel = useResourcePanel(sysFile, props, { columns });
  const verbs = useVerbs(panel, mayUpload ? () => setDropped([]) : undefined, () => setLarge(true));
  const sheet = ({ close, refresh }: SheetPorts) => (
    <UploadSheet dropped={dropped ?? []} close={close} refresh={refresh} />
  );
  return (
    <div className="files" ref={root}>
      <PanelFrame
        panel={panel}
        commands={[...verbs, ...panel.commands]}
        chips={CHIPS}
        note={useUsage()}
        tools={useTools(sysFile, panel.actions.names, panel.commands, verbs)}
        sheet={dropped ? { close: () => setDropped(undefined), draw: sheet } : undefined}
        peek={
          <FilePeek
            resource={sysFile}
            row={panel.current}
            words={panel.words}
            close={() => panel.setPeek(false)}
            view={() => setLarge(true)}
          />
        }
      />
      {isLarge && <Large panel={panel} close={() => setLarge(false)} />}
    </div>
  );
}
