import { type PeekProps, RowPeek } from '../RowPeek.tsx';
import { EntryLegs } from './EntryLegs.tsx';

/** What the title, or each posting, says. */
const HEADED = ['entryId', 'currency', 'orderKind'];

/** A row of the ledger with the whole entry it belongs to. */
export function EntryPeek(props: PeekProps) {
  const { row } = props;
  return (
    <RowPeek {...props} without={HEADED}>
      {row && <EntryLegs entryId={String(row.entryId)} />}
    </RowPeek>
  );
}
