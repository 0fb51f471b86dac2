import { useRef, useState } from 'react';
import type { PreviewAnswer, PreviewFailure, StatementPreview } from '../../../contract/statementPreview.ts';
import type { Doubt } from '../../resource/statements/Chips.tsx';
import { readPreview, usePreview } from '../../resource/statements/usePreview.ts';
import { type FormatDraft, formatOf } from './draft.ts';

const NONE: readonly string[] = [];

/** The columns that a file has, whether or not it was read. */
const columnsIn = ({ preview, failure }: PreviewAnswer): readonly string[] =>
  failure?.found ?? preview?.columns ?? NONE;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A file that tells what a format is, and shows how the format reads it. */
export function useSample(
  draft: FormatDraft,
  currency: string | undefined,
  write: (draft: FormatDraft) => void,
) {
  const [file, setFile] = useState<File>();
  const [columns, setColumns] = useState(NONE);
  const [doubtful, setDoubtful] = useState<readonly Doubt[]>([]);
  const [taking, setTaking] = useState<{ busy: boolean; problem?: string; failure?: PreviewFailure }>({
    busy: false,
  });
  const latest = useRef<File>(undefined);
  const format = formatOf(draft);
  const asked = usePreview(file, format && { currency, format });
  // What is asked while nothing can be read yet is no answer.
  const answer = file && format ? asked.data : undefined;

  const fill = ({ format: found, doubtful: open }: StatementPreview) => {
    const { matchUnproven = false, zone = found.zone } = draft;
    setDoubtful(open);
    write({ ...found, zone, matchUnproven });
  };
  const take = async (next: File) => {
    latest.current = next;
    setFile(next);
    setColumns(NONE);
    setDoubtful([]);
    setTaking({ busy: true });
    try {
      const zone = typeof draft.zone === 'string' ? draft.zone : undefined;
      const first = await readPreview(next, { currency, zone, format });
      if (latest.current !== next) return;
      setColumns(columnsIn(first));
      if (!format && first.preview) fill(first.preview);
      setTaking({ busy: false, ...(!format && first.failure && { failure: first.failure }) });
    } catch (error) {
      if (latest.current === next) setTaking({ busy: false, problem: textOf(error) });
    }
  };
  const guess: StatementPreview | undefined = answer?.failure ? answer.preview : undefined;
  return {
    file,
    take,
    columns,
    doubtful,
    /** A person has decided about it; without a name, about all. */
    settle: (name?: string) =>
      setDoubtful((open) => (name === undefined ? [] : open.filter((each) => each !== name))),
    busy: taking.busy || (asked.isLoading && format !== undefined && file !== undefined),
    isFetching: asked.isFetching,
    problem: taking.problem ?? (asked.isError ? textOf(asked.error) : undefined),
    failure: answer?.failure ?? (format ? undefined : taking.failure),
    preview: answer && !answer.failure ? answer.preview : undefined,
    byOwnNames: guess && (() => fill(guess)),
  };
}

export type Sample = ReturnType<typeof useSample>;
