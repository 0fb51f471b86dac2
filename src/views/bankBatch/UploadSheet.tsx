import { useState } from 'react';
import { call, formatCount, State, toast, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { createSubmission } from '../../resource/form/submission.ts';
import { Accounts, keepAccount, useAccounts } from './Accounts.tsx';
import { DropFile } from '../../resource/statements/DropFile.tsx';
import { Failure } from '../../resource/statements/Failure.tsx';
import { ReadingPreview } from '../../resource/statements/ReadingPreview.tsx';
import { bytesOf } from '../../resource/statements/usePreview.ts';
import { toastKey } from './result.ts';
import { useReading } from './useReading.ts';
import './upload.css';

const MOST_BYTES = 10 << 20;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Reading = ReturnType<typeof useReading>;

/** Why the rules cannot match it at once; undefined where they may. */
function whyNotMatched({ preview }: Reading): 'broken' | 'unproven' | undefined {
  if (!preview || preview.proof.state === 'proven') return undefined;
  if (preview.proof.state === 'broken') return 'broken';
  return preview.format.matchUnproven ? undefined : 'unproven';
}

/** What is known of how the file would be read. */
function Read({ reading }: { reading: Reading }) {
  const t = useT('bank');
  const { asked, own, failure, preview, change, byOwnNames, byBankType } = reading;
  return (
    <>
      {own && (
        <p className="pd-muted">
          {t('bankBatch.preview.ownFormat')}{' '}
          <button type="button" className="link-button" onClick={byBankType}>
            {t('bankBatch.preview.byBankType')}
          </button>
        </p>
      )}
      {asked.isLoading && <State kind="loading" text={t('bankBatch.preview.loading')} />}
      {asked.isError && <State kind="error" text={textOf(asked.error)} retry={() => void asked.refetch()} />}
      {failure && <Failure failure={failure} byOwnNames={byOwnNames} />}
      {preview && (
        <ReadingPreview
          preview={preview}
          doubtful={own?.doubtful ?? []}
          change={change}
          busy={asked.isFetching}
        />
      )}
    </>
  );
}

interface AutoMatchProps {
  checked: boolean;
  why: ReturnType<typeof whyNotMatched>;
  wish: (wished: boolean) => void;
}

/** Whether the rules match it at once, or why they cannot. */
function AutoMatch({ checked, why, wish }: AutoMatchProps) {
  const t = useT('bank');
  return (
    <>
      <label className="upload-auto">
        <input
          type="checkbox"
          checked={checked}
          disabled={why !== undefined}
          onChange={({ target }) => wish(target.checked)}
        />
        {t('bankBatch.upload.auto')}
      </label>
      {why && <p className="pd-muted">{t(`bankBatch.upload.notMatched.${why}`)}</p>}
    </>
  );
}

interface UploadSheetProps extends Pick<SheetPorts, 'close' | 'refresh'> {
  /** A batch is under way. */
  uploaded: (id: string) => void;
}

interface Sent {
  account: string;
  file: File | undefined;
  autoMatch: boolean;
  own: Reading['own'];
  done: (id: string) => void;
}

/** Sends the file as it was looked at. */
function useSending({ account, file, autoMatch, own, done }: Sent) {
  const t = useT('bank');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [submission] = useState(createSubmission);
  const send = async () => {
    if (!file) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const format = own && JSON.stringify(own.format);
      const query = { bankAccountId: account, fileName: file.name, autoMatch, format };
      const { id, batchNo } = await call<{ id: string; batchNo: string }>('bankBatch/upload', bytesOf(file), {
        query,
        customCatch: true,
        idempotencyKey: submission.keyOf({ ...query, size: file.size, changed: file.lastModified }),
      });
      // How it was read is not known yet.
      toast.info(t('bankBatch.upload.done', { batchNo }), { key: toastKey(id) });
      done(id);
    } catch (error) {
      submission.failed(error);
      setProblem(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, send, forget: () => setProblem(undefined) };
}

/** A statement goes in: which account it is of, which file, how that would be read, and whether the rules may match at once. */
export function UploadSheet({ close, refresh, uploaded }: UploadSheetProps) {
  const t = useT('bank');
  const { accounts, used } = useAccounts();
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState('');
  const [wished, setWished] = useState(true);
  const account = chosen || (accounts?.length === 1 ? accounts[0]!.value : '');
  const large = file !== undefined && file.size > MOST_BYTES;
  const reading = useReading(large ? undefined : file, account);
  const { asked, own, preview } = reading;
  const why = whyNotMatched(reading);
  const autoMatch = wished && why === undefined;
  const isSettled = !asked.isFetching && (own?.doubtful.length ?? 0) === 0;
  const done = (id: string) => {
    keepAccount(account, used);
    close();
    refresh();
    uploaded(id);
  };
  const sending = useSending({ account, file, autoMatch, own, done });
  const problem = sending.problem ?? (large ? t('bankBatch.upload.large') : undefined);
  const lines = preview && { count: preview.lines, shown: formatCount(preview.lines) };

  return (
    <Sheet
      title={t('bankBatch.actions.upload')}
      verb={lines ? t('bankBatch.upload.verb', lines) : t('bankBatch.actions.upload')}
      asks={accounts !== undefined}
      ready={preview !== undefined && preview.lines > 0 && isSettled}
      busy={sending.busy}
      commit={() => void sending.send()}
      close={close}
    >
      <Accounts accounts={accounts} chosen={account} choose={setChosen} />
      <DropFile
        file={file}
        ask={t('bankBatch.upload.drop')}
        note={t('bankBatch.upload.file')}
        take={(next) => {
          setFile(next);
          sending.forget();
        }}
      />
      <AutoMatch checked={autoMatch} why={why} wish={setWished} />
      {problem && (
        <p className="pd-down" role="alert">
          {problem}
        </p>
      )}
      {file && account === '' && !large && <p className="pd-muted">{t('bankBatch.upload.accountFirst')}</p>}
      <Read reading={reading} />
    </Sheet>
  );
}
