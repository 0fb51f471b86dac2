import { Form } from 'antd';
import { useId, useState } from 'react';
import { SHIPPED_FORMATS } from '../../../contract/statementFormats.ts';
import { Choice, State, useT } from '../../kit/index.ts';
import type { InputProps } from '../../kit/inputs/input.ts';
import { DropFile } from '../../resource/statements/DropFile.tsx';
import { Failure } from '../../resource/statements/Failure.tsx';
import { ReadingPreview } from '../../resource/statements/ReadingPreview.tsx';
import { Columns } from './Columns.tsx';
import { type Amounts, amountsOf, draftOf, type FormatDraft, textOf, turned } from './draft.ts';
import { Manner } from './Manner.tsx';
import { type Sample, useSample } from './useSample.ts';

/** How the sample is read by the format as it is now. */
function SampleSide({ sample }: { sample: Sample }) {
  const t = useT('bank');
  const { busy, problem, failure, preview, doubtful, byOwnNames, isFetching } = sample;
  return (
    <div className="format-sample">
      {busy && <State kind="loading" text={t('bankBatch.preview.loading')} />}
      {problem && (
        <p className="pd-down" role="alert">
          {problem}
        </p>
      )}
      {failure && <Failure failure={failure} byOwnNames={byOwnNames} />}
      {preview && <ReadingPreview preview={preview} doubtful={doubtful} busy={isFetching} />}
    </div>
  );
}

/** The format as a form; a sample fills it, and is read anew at each change. */
export function FormatForm({ value, onChange, disabled = false }: InputProps) {
  const t = useT('bank');
  const id = useId();
  const parsed = draftOf(value);
  const draft = parsed ?? {};
  const currency = Form.useWatch<unknown>('currency');
  const [way, setWay] = useState<Amounts>('two');
  const write = (next: FormatDraft) => onChange?.(textOf(next));
  const sample = useSample(draft, typeof currency === 'string' ? currency : undefined, write);
  const set = (name: string, chosen: string | boolean | undefined) => {
    sample.settle(name);
    write({ ...draft, [name]: chosen });
  };
  if (!parsed) return <p className="pd-down">{t('bankType.format.broken')}</p>;
  return (
    <div className="format-sides">
      <div className="format-form">
        <Choice
          label={t('bankType.format.begin')}
          value={undefined}
          className="pd-button"
          disabled={disabled}
          options={SHIPPED_FORMATS.map(({ code, name }) => ({ value: code, text: name }))}
          set={(code) => {
            sample.settle();
            write({ ...SHIPPED_FORMATS.find((each) => each.code === code)?.format });
          }}
        />
        <DropFile
          file={sample.file}
          ask={t('bankType.format.drop')}
          note={t('bankType.format.sample')}
          take={(file) => void sample.take(file)}
        />
        <div className="format-fields">
          <Columns
            id={id}
            draft={draft}
            amounts={amountsOf(draft) ?? way}
            columns={sample.columns}
            disabled={disabled}
            set={set}
            turn={(next) => {
              setWay(next);
              write(turned(draft, next));
            }}
          />
          <Manner id={id} draft={draft} doubtful={sample.doubtful} disabled={disabled} set={set} />
        </div>
        <label className="format-unproven">
          <input
            type="checkbox"
            className="grid-check"
            disabled={disabled}
            checked={draft.matchUnproven === true}
            onChange={({ target }) => set('matchUnproven', target.checked)}
          />
          {t('bankType.format.matchUnproven')}
        </label>
      </div>
      <SampleSide sample={sample} />
    </div>
  );
}
