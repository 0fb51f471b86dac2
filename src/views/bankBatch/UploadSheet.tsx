import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, toast, useT } from '../../kit/index.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { createSubmission } from '../../resource/form/submission.ts';
import { toastKey } from './result.ts';
import './upload.css';

const MOST_BYTES = 10 << 20;

interface Account {
  value: string;
  label: string;
}

function useAccounts(): readonly Account[] | undefined {
  const { data } = useQuery({
    queryKey: ['bankAccount', 'options'],
    queryFn: ({ signal }) => call<Account[]>('bankAccount/options', {}, { signal }),
  });
  return data;
}

function FilePicker({ file, onFile }: { file: File | undefined; onFile: (file: File | undefined) => void }) {
  const t = useT('bank');
  const [over, setOver] = useState(false);
  return (
    <label
      className={`upload-drop${over ? ' upload-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <input
        type="file"
        accept=".csv,text/csv,text/plain"
        onChange={(event) => onFile(event.target.files?.[0])}
      />
      <b>{file?.name ?? t('bankBatch.upload.drop')}</b>
      <span className="pd-muted">{t('bankBatch.upload.file')}</span>
    </label>
  );
}

interface AccountsProps {
  accounts: readonly Account[] | undefined;
  chosen: string;
  choose: (account: string) => void;
}

/** The account that the statement is of. */
function Accounts({ accounts, chosen, choose }: AccountsProps) {
  const t = useT('bank');
  return (
    <>
      {accounts?.length === 0 && <p className="pd-down">{t('bankBatch.upload.none')}</p>}
      <fieldset className="upload-accounts">
        <legend>{t('bankBatch.upload.account')}</legend>
        {accounts?.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="account" checked={chosen === value} onChange={() => choose(value)} />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}

interface UploadSheetProps extends Pick<SheetPorts, 'close' | 'refresh'> {
  /** A batch is under way. */
  uploaded: (id: string) => void;
}

/** A statement goes in: which account it is of, which file, and whether the rules may match at once. */
export function UploadSheet({ close, refresh, uploaded }: UploadSheetProps) {
  const t = useT('bank');
  const accounts = useAccounts();
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState('');
  const [autoMatch, setAutoMatch] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [submission] = useState(createSubmission);
  const account = chosen || (accounts?.length === 1 ? accounts[0]!.value : '');
  const large = file !== undefined && file.size > MOST_BYTES;

  const send = async () => {
    if (!file) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const query = { bankAccountId: account, fileName: file.name, autoMatch };
      const body = new Blob([file], { type: 'text/csv' });
      const { id, batchNo } = await call<{ id: string; batchNo: string }>('bankBatch/upload', body, {
        query,
        customCatch: true,
        idempotencyKey: submission.keyOf({ ...query, size: file.size, changed: file.lastModified }),
      });
      // How it was read is not known yet.
      toast.info(t('bankBatch.upload.done', { batchNo }), { key: toastKey(id) });
      close();
      refresh();
      uploaded(id);
    } catch (error) {
      submission.failed(error);
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Sheet
      title={t('bankBatch.actions.upload')}
      verb={t('bankBatch.actions.upload')}
      asks={accounts !== undefined}
      ready={file !== undefined && account !== '' && !large}
      busy={busy}
      commit={() => void send()}
      close={close}
    >
      <Accounts accounts={accounts} chosen={account} choose={setChosen} />
      <FilePicker
        file={file}
        onFile={(next) => {
          setFile(next);
          setProblem(undefined);
        }}
      />
      <label className="upload-auto">
        <input type="checkbox" checked={autoMatch} onChange={(event) => setAutoMatch(event.target.checked)} />
        {t('bankBatch.upload.auto')}
      </label>
      {(problem || large) && (
        <p className="pd-down" role="alert">
          {problem ?? t('bankBatch.upload.large')}
        </p>
      )}
    </Sheet>
  );
}
