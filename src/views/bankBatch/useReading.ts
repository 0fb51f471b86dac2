import { useState } from 'react';
import type { StatementFormat } from '../../../contract/statementFormat.ts';
import type { Doubt } from '../../resource/statements/Chips.tsx';
import { usePreview } from '../../resource/statements/usePreview.ts';

interface Own {
  /** Of which file and account it is. */
  place: string;
  format: StatementFormat;
  doubtful: readonly Doubt[];
}

/** How the chosen file of the chosen account would be read: as the bank type says, or as it was set for this file alone. */
export function useReading(file: File | undefined, account: string) {
  const [kept, setOwn] = useState<Own>();
  const place = `${account} ${file?.name} ${file?.size} ${file?.lastModified}`;
  const own = kept?.place === place ? kept : undefined;
  const asked = usePreview(
    file,
    account === '' ? undefined : { bankAccountId: account, format: own?.format },
  );
  const answer = file && account !== '' ? asked.data : undefined;
  const failure = answer?.failure;
  const guess = failure ? answer.preview : undefined;
  return {
    asked,
    own,
    failure,
    preview: failure ? undefined : answer?.preview,
    /** Reads it otherwise; what a person has settled is in doubt no more. */
    change: (format: StatementFormat, settled: string) =>
      setOwn({ place, format, doubtful: own?.doubtful.filter((each) => each !== settled) ?? [] }),
    byOwnNames: guess && (() => setOwn({ place, format: guess.format, doubtful: guess.doubtful })),
    byBankType: () => setOwn(undefined),
  };
}
