import type { Row } from '../../../contract/calls.ts';
import { type Command, type ViewProps, call, fileName, saveFile, useT } from '../../kit/index.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';
import { FilesPeek } from './FilesPeek.tsx';

/** The files as scripts/applyGenerated.ts reads them. */
async function download({ id, tableName, busName }: Row): Promise<void> {
  const files = await call<Record<string, string>>('sysCodeGen/preview', { id });
  const content = new Blob([`${JSON.stringify(files, null, 2)}\n`], { type: 'application/json' });
  saveFile(content, `${fileName(String(busName ?? tableName))}.json`);
}

export default function CodeGen(props: ViewProps) {
  const t = useT('develop');
  const g = useT('grid');
  const verbs = (current: () => Row | undefined): Omit<Command, 'scope'>[] => [
    {
      id: 'sysCodeGen.download',
      label: () => t('sysCodeGen.download'),
      icon: 'download',
      keys: ['s'],
      when: () => current() !== undefined || g('select.one'),
      async run() {
        const row = current();
        if (row) await download(row);
      },
    },
  ];
  return <ResourceView {...props} resource="sysCodeGen" verbs={verbs} peek={FilesPeek} />;
}
