import { useQuery } from '@tanstack/react-query';
import type { BankBook } from '../../../contract/bankBook.ts';
import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { Icon, Money, Unanswered, call, openView, signOf, useCaller, useT } from '../../kit/index.ts';
import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';

const OPEN = dictValue('billStatusEnum', 'unmatched');
const IGNORED = dictValue('billStatusEnum', 'ignored');

/** Lines that explain a difference, and the way to them. */
function Unbooked({ name, lines, row }: { name: 'open' | 'ignored'; lines: BankBook['open']; row: Row }) {
  const t = useT('bank');
  const { can } = useCaller();
  const label = t(`bankAccount.book.${name}`, { count: lines.count });
  const status = [name === 'open' ? OPEN : IGNORED];
  return (
    <>
      <dt>
        {can('bankBill:page') && lines.count > 0 ? (
          <button
            type="button"
            className="link-button"
            onClick={() => void openView('bankBill', { bankAccountId: [row.id], status })}
          >
            {label}
          </button>
        ) : (
          label
        )}
      </dt>
      <dd>
        <Money amount={lines.amount} currency={String(row.currency)} signed />
      </dd>
    </>
  );
}

function Verdict({ book, currency }: { book: BankBook; currency: string }) {
  const t = useT('bank');
  if (book.difference === null) return <p className="pd-muted">{t('bankAccount.book.noStatement')}</p>;
  if (signOf(book.unexplained) !== 0)
    return (
      <p className="pd-down" role="alert">
        <Icon name="warning" size={12} /> {t('bankAccount.book.unexplained')}{' '}
        <Money amount={book.unexplained} currency={currency} code />
      </p>
    );
  const even = signOf(book.difference) === 0;
  return (
    <p className={even ? 'pd-up' : 'pd-muted'}>
      <Icon name="check" size={12} /> {t(even ? 'bankAccount.book.even' : 'bankAccount.book.explained')}
    </p>
  );
}

function Book({ row, book }: { row: Row; book: BankBook }) {
  const t = useT('bank');
  const currency = String(row.currency);
  const figure = (name: 'opening' | 'in' | 'out' | 'book' | 'statement' | 'difference') => (
    <div className="fact" key={name}>
      <dt>{t(`bankAccount.book.${name}`)}</dt>
      <dd className={name === 'book' || name === 'statement' ? 'facts-main' : ''}>
        <Money amount={book[name]} currency={currency} signed={name === 'difference' && 'gap'} />
      </dd>
    </div>
  );
  return (
    <>
      <dl className="facts">
        {(['opening', 'in', 'out', 'book', 'statement', 'difference'] as const).map(figure)}
        <Unbooked name="open" lines={book.open} row={row} />
        <Unbooked name="ignored" lines={book.ignored} row={row} />
      </dl>
      <Verdict book={book} currency={currency} />
    </>
  );
}

/** An account with its book: what matched lines come to, what the bank says, and what lies between. */
export function AccountPeek(props: PeekProps) {
  const t = useT('bank');
  const { row } = props;
  const query = useQuery({
    queryKey: ['bankAccount', 'book', row?.id, row?.version],
    enabled: row !== undefined,
    queryFn: ({ signal }) =>
      call<Row & { book: BankBook | null }>('bankAccount/detail', undefined, {
        query: { id: row!.id },
        customCatch: true,
        signal,
      }),
    retry: false,
  });
  const { data } = query;
  return (
    <RowPeek {...props} without={['statementBalance']}>
      <h3 className="dock-section">{t('bankAccount.book.title')}</h3>
      {!data?.book && <Unanswered query={query} />}
      {row && data?.book && <Book row={row} book={data.book} />}
    </RowPeek>
  );
}
