import { useSyncExternalStore } from 'react';
import type { Comparison, Shown } from '../../../contract/comparison.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import {
  Choice,
  commands,
  formatCount,
  formatInstant,
  formatMoney,
  Icon,
  Key,
  Popover,
  useT,
} from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import type { Alignment } from './alignment.ts';
import { PairingForm } from './PairingForm.tsx';

interface SummaryProps {
  alignment: Alignment;
  /** Of the lists, by side. */
  titles: readonly string[];
  tabId: string;
}

interface PartProps {
  text: string;
  count: number | undefined;
  isShown: boolean;
  tone?: 'warning' | 'danger';
  show: () => void;
}

function Part({ text, count, isShown, tone, show }: PartProps) {
  return (
    <button type="button" className="comparison-part" aria-pressed={isShown} onClick={show}>
      <span>{text}</span>
      <b className={`pd-number${tone && count ? ` comparison-${tone}` : ''}`}>
        {count === undefined ? '–' : formatCount(count)}
      </b>
    </button>
  );
}

/** How many rows are which, each a way to show those alone. */
function Parts({ alignment, titles }: SummaryProps) {
  const t = useT('comparison');
  const { comparison, part: shown } = useSyncExternalStore(alignment.subscribe, alignment.state);
  const part = (name: Shown, count: number | undefined, tone?: PartProps['tone']) => (
    <Part
      text={t(`show.${name}`)}
      count={count}
      isShown={shown.show === name && shown.lacking === undefined}
      {...(tone && { tone })}
      show={() => alignment.setPart({ show: name })}
    />
  );
  return (
    <div className="comparison-parts" role="group" aria-label={t('shown')}>
      {part('all', comparison?.total)}
      {part('apart', comparison && comparison.total - comparison.equal)}
      {part('differing', comparison?.differing, 'warning')}
      {titles.map((title, at) => (
        <Part
          key={`${title}${at}`}
          text={t('lacking', {
            title: titles.indexOf(title) === titles.lastIndexOf(title) ? title : `${title} ${at + 1}`,
          })}
          count={comparison?.missing[at]}
          isShown={shown.lacking === at}
          tone="danger"
          show={() => alignment.setPart({ show: 'all', lacking: at })}
        />
      ))}
      {part('equal', comparison?.equal)}
    </div>
  );
}

const EVERY = '';

/** Whether all rows of all lists are compared, or what belongs to the rows of one. */
function Leading({ alignment, titles }: SummaryProps) {
  const t = useT('comparison');
  const { of } = useSyncExternalStore(alignment.subscribe, alignment.state);
  return (
    <Choice
      label={t('leading')}
      value={of === undefined ? EVERY : String(of)}
      options={[
        { value: EVERY, text: t('every') },
        ...titles.map((title, at) => ({ value: String(at), text: t('belonging', { title }) })),
      ]}
      set={(value) => alignment.setLeading(value === EVERY ? undefined : Number(value))}
    />
  );
}

/** What two sides are apart by. */
const gapOf = ([one, other]: readonly (string | null)[]): string | undefined =>
  one == null || other == null ? undefined : amountText(new Amount(one).minus(other));

function SumsTable({
  alignment,
  titles,
  comparison,
}: Omit<SummaryProps, 'tabId'> & { comparison: Comparison }) {
  const t = useT('comparison');
  const { pairing } = alignment.state();
  const nameOf = (compared: number): string => {
    const side = pairing.compared[compared]?.findIndex((name) => name !== null) ?? 0;
    const { resource } = alignment.sides[side]!;
    return wordsOf(resource).field(pairing.compared[compared]![side]!);
  };
  return (
    <table className="comparison-sums pd-number">
      <thead>
        <tr>
          <th scope="col" aria-label={t('pairing.compared')} />
          {titles.map((title, at) => (
            <th key={`${title}${at}`} scope="col">
              {title}
            </th>
          ))}
          {titles.length === 2 && <th scope="col">{t('difference')}</th>}
        </tr>
      </thead>
      <tbody>
        {comparison.sums.map(({ compared, currency, sums }) => (
          <tr key={`${compared}${currency}`}>
            <th scope="row">
              {nameOf(compared)} {currency}
            </th>
            {sums.map((sum, at) => (
              <td key={titles[at]! + String(at)}>{sum === null ? '–' : formatMoney(sum, currency ?? '')}</td>
            ))}
            {titles.length === 2 && (
              <td>
                {gapOf(sums) === undefined ? '–' : formatMoney(gapOf(sums), currency ?? '', { signed: true })}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Above the sides: what they are aligned by, how many rows are which, and when that was. */
export function Summary(props: SummaryProps) {
  const { alignment, tabId } = props;
  const t = useT('comparison');
  const { comparison, at } = useSyncExternalStore(alignment.subscribe, alignment.state);
  const run = (id: string) => void commands.execute(id, undefined, tabId).catch(() => undefined);
  return (
    <div className="view-bar comparison-bar">
      <PairingForm {...props} />
      <Leading {...props} />
      <span className="comparison-steps">
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('keys.previous')}
          title={t('keys.previous')}
          onClick={() => run('comparison.previous')}
        >
          <Icon name="down" />
        </button>
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('keys.next')}
          title={t('keys.next')}
          onClick={() => run('comparison.next')}
        >
          <Icon name="down" />
        </button>
        <Key keys="d" />
      </span>
      {comparison && comparison.sums.length > 0 && (
        <Popover className="pd-button" face={t('sums')} label={t('sums')}>
          {() => <SumsTable {...props} comparison={comparison} />}
        </Popover>
      )}
      <button
        type="button"
        className="link-button comparison-at pd-number"
        title={t('again')}
        onClick={() => alignment.reopen()}
      >
        {at === undefined
          ? t('comparing')
          : t('at', { time: formatInstant(new Date(at).toISOString(), 'time') })}
        <Icon name="refresh" size={12} />
      </button>
      <Parts {...props} />
    </div>
  );
}
