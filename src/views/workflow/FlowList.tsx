import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { VirtualList, dictLabel, formatMoney, useT } from '../../kit/index.ts';
import '../../resource/ui/sideList.css';

type Line = { command: string; count: number } | Row;
const isRow = (line: Line): line is Row => 'id' in line;
const keyOf = (line: Line): string => (isRow(line) ? line.id : line.command);

/** Each command with its flows below it. */
function linesOf(rules: readonly Row[]): Line[] {
  return [...Map.groupBy(rules, ({ command }) => String(command))].flatMap(([command, own]) => [
    { command, count: own.length },
    ...own,
  ]);
}

const OFF = dictValue('statusEnum', 'disabled');

function RuleLine({ rule, isDrawn }: { rule: Row; isDrawn: boolean }) {
  const t = useT('platform');
  const currency = String(rule.currency);
  return (
    <>
      <span className="flows-currency">{currency}</span>
      <span className="flows-whose">
        {rule.merchantId ? String(rule.merchantName) : t('workflow.allMerchants')}
      </span>
      {rule.status === OFF && <span className="pd-muted">{dictLabel('statusEnum', rule.status)}</span>}
      {isDrawn && (
        <span
          className="flows-unpublished"
          title={t('workflow.unpublished')}
          aria-label={t('workflow.unpublished')}
        >
          •
        </span>
      )}
      <span className="pd-number">{formatMoney(String(rule.limitAmount), currency)}</span>
      <span className="flows-steps pd-number" title={t('workflow.steps', { count: Number(rule.steps) })}>
        {String(rule.steps)}
      </span>
    </>
  );
}

interface FlowListProps {
  rules: readonly Row[];
  chosen: string | undefined;
  choose: (id: string) => void;
  /** By id, those that are drawn and not published. */
  drawn: ReadonlyMap<string, unknown>;
}

/** The flows, grouped by the command that they rule. */
export function FlowList({ rules, chosen, choose, drawn }: FlowListProps) {
  const t = useT('platform');
  const lines = linesOf(rules);
  return (
    // What scrolls is around the list, whose padding stands for rows out of sight and would keep it as high.
    <div className="side-list flows-list">
      <VirtualList
        className="flows-lines"
        aria-label={t('workflow.title')}
        items={lines}
        keyOf={keyOf}
        active={lines.findIndex((line) => isRow(line) && line.id === chosen)}
        textOf={(line) => (isRow(line) ? String(line.currency) : line.command)}
        walk
      >
        {(line) =>
          isRow(line) ? (
            <button
              type="button"
              className="line-button side-row flows-rule"
              aria-current={line.id === chosen || undefined}
              onClick={() => choose(line.id)}
            >
              <RuleLine rule={line} isDrawn={drawn.has(line.id)} />
            </button>
          ) : (
            <h3 className="side-part">
              {dictLabel('approvalCommand', line.command)}
              <span className="pd-muted pd-number">{line.count}</span>
            </h3>
          )
        }
      </VirtualList>
    </div>
  );
}
