import { useEffect, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import type { GridModel } from '../../resource/grid/model.ts';
import { useCandidates } from './useCandidates.ts';

/** Of a line that is not matched. */
const OPEN = dictValue('billStatusEnum', 'unmatched') as number;

const proposalOf = (row: Row | undefined): string | undefined =>
  typeof row?.candidateNo === 'string' ? row.candidateNo : undefined;

/**
 * Which of its candidates the line under the keyboard would be matched with: the best, until a person says another.
 * The line proposes the same one: where it does not any more, it is read again.
 */
export function useChoice(current: Row | undefined, open: boolean, model: Pick<GridModel, 'reload'>) {
  const [choice, setChoice] = useState<{ bill: string; search?: string; orderNo?: string }>();
  // What was searched or chosen for one line is nothing for the next.
  const { search = '', orderNo: chosen } = choice && choice.bill === current?.id ? choice : {};
  const isOpen = current?.status === OPEN;
  const { candidates, owner, error, refetch } = useCandidates(isOpen ? current : undefined, search, open);
  const searched = search.trim() !== '';
  const first = candidates?.[0];
  // What nothing speaks for is listed, not proposed, unless it was asked for.
  const best = first && (searched || first.score > 0) ? first.orderNo : undefined;
  const known = candidates ?? (searched ? [] : undefined);
  const picked = chosen ?? (known ? best : proposalOf(current));
  const stale = isOpen && candidates && !searched && best !== proposalOf(current) ? current.id : undefined;
  useEffect(() => {
    // Once: not everybody sees the order that a line proposes.
    if (stale !== undefined) void model.reload([stale]).catch(() => undefined);
  }, [stale, model]);
  const pick = (orderNo: string): void => {
    if (current) setChoice({ bill: current.id, search, orderNo });
  };
  const move = (by: number): void => {
    const at = candidates?.findIndex(({ orderNo }) => orderNo === picked) ?? -1;
    const next = candidates?.[at + by];
    if (next) pick(next.orderNo);
  };
  return {
    search,
    onSearch: (text: string): void => {
      if (current) setChoice({ bill: current.id, search: text });
    },
    candidates,
    owner,
    error,
    retry: () => void refetch(),
    picked,
    /** Which order a line is matched with: another than the one under the keyboard with what it proposes itself. */
    of: (row: Row | undefined) => (row === undefined || row.id === current?.id ? picked : proposalOf(row)),
    pick,
    move,
    isOpen,
  };
}
