import { type ComponentType, Suspense, useRef } from 'react';
import type { Row } from '../../contract/calls.ts';
import { State, part, toast, useT } from '../kit/index.ts';
import { loadInputs } from '../kit/inputs/loaded.ts';
import type { Words } from './actions/texts.ts';
import type { Jobs } from './actions/useJobs.ts';
import { DeleteSheet } from './DeleteSheet.tsx';
import { ExportSheet } from './ExportSheet.tsx';
import { FormDock } from './form/FormDock.tsx';
import type { FormExtraProps } from './form/FormSheet.tsx';
import { formKeys } from './form/keys.ts';
import { labelOf } from './grid/columns.ts';
import { known } from '../kit/data/known.ts';
import type { GridModel } from './grid/model.ts';
import { type Secret, secretIn } from './SecretSheet.tsx';

// The form brings the UI kit's inputs, which a list alone does not need.
const FormSheet = part(async () => {
  const [{ FormSheet: Form }] = await Promise.all([import('./form/FormSheet.tsx'), loadInputs()]);
  return { default: Form };
});

const OpenPrint = part(async () => ({ default: (await import('./print/OpenPrint.tsx')).OpenPrint }));

export type Open =
  | { kind: 'form'; row: Row | undefined }
  | { kind: 'delete'; rows: readonly Row[] }
  | { kind: 'export' }
  | { kind: 'print'; row: Row | undefined };

interface OpenSheetProps {
  open: Open;
  model: GridModel;
  words: Words;
  jobs: Jobs;
  /** What a view draws below the fields. */
  form?: ComponentType<FormExtraProps> | undefined;
  close: () => void;
  onSecret: (secret: Secret) => void;
}

/** The form on its way. */
function FormComing({ title, close }: { title: string; close: () => void }) {
  const root = useRef<HTMLElement>(null);
  const keys = formKeys(() => undefined, close);
  return (
    <FormDock root={root} title={title} close={close} aria-busy="true" {...keys}>
      <State kind="loading" />
    </FormDock>
  );
}

/** The sheet next to a list: the form of one row, a new one's, the question before rows are deleted, an export, or a print. */
export function OpenSheet({ open, model, words, jobs, form, close, onSecret }: OpenSheetProps) {
  const t = useT('grid');
  const { resource } = model;
  if (open.kind === 'export') return <ExportSheet model={model} words={words} jobs={jobs} close={close} />;
  if (open.kind === 'print')
    return (
      <Suspense>
        <OpenPrint model={model} row={open.row} words={words} close={close} />
      </Suspense>
    );
  if (open.kind === 'delete')
    return (
      <DeleteSheet
        resource={resource}
        rows={open.rows}
        words={words}
        close={close}
        done={() => {
          close();
          model.selection.clear();
          model.refresh();
        }}
      />
    );
  const mode = open.row ? 'update' : 'add';
  const title = t(`form.${mode}`, {
    name: open.row ? labelOf(resource, open.row) : words.record(),
  });
  return (
    <Suspense fallback={<FormComing title={title} close={close} />}>
      <FormSheet
        key={open.row?.id ?? 'new'}
        title={title}
        resource={known(resource)}
        mode={mode}
        row={open.row}
        words={words}
        extra={form}
        close={close}
        saved={(row) => {
          close();
          // A new account comes with a password, a new key with a secret, that nobody will see again.
          const shown = secretIn(row);
          if (typeof row.notice === 'string') toast.warning(row.notice);
          if (shown) onSecret({ ...shown, name: labelOf(resource, row), done: t('done') });
          if (open.row) void model.reload([row.id]).catch(() => undefined);
          else model.refresh();
        }}
      />
    </Suspense>
  );
}
