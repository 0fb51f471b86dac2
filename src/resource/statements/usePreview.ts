import { useQuery } from '@tanstack/react-query';
import type { StatementFormat } from '../../../contract/statementFormat.ts';
import type { PreviewAnswer } from '../../../contract/statementPreview.ts';
import { call } from '../../kit/index.ts';

export interface PreviewQuestion {
  /** Whose bank type says how, and in which currency. */
  bankAccountId?: string | undefined;
  currency?: string | undefined;
  zone?: string | undefined;
  /** In place of the bank type's. */
  format?: StatementFormat | undefined;
}

const numbers = new WeakMap<File, number>();
let count = 0;

/** Which file it is: another one of the same name is another one. */
export function numberOf(file: File): number {
  const known = numbers.get(file);
  if (known !== undefined) return known;
  count += 1;
  numbers.set(file, count);
  return count;
}

/** The bytes as they are: what they are the server sees for itself. */
export const bytesOf = (file: File): Blob => new Blob([file], { type: 'application/octet-stream' });

export const readPreview = (
  file: File,
  { format, ...question }: PreviewQuestion,
  signal?: AbortSignal,
): Promise<PreviewAnswer> =>
  call<PreviewAnswer>('bankBatch/preview', bytesOf(file), {
    query: { ...question, ...(format && { format: JSON.stringify(format) }) },
    customCatch: true,
    ...(signal && { signal }),
  });

/** How a file would be read; a question that is no longer asked is given up. */
export function usePreview(file: File | undefined, question: PreviewQuestion | undefined) {
  return useQuery({
    queryKey: ['bankBatch', 'preview', file && numberOf(file), question],
    queryFn: ({ signal }) => readPreview(file!, question!, signal),
    enabled: file !== undefined && question !== undefined,
    // What is shown stays until the same file is read otherwise.
    placeholderData: (before, query) =>
      query?.queryKey[2] === (file && numberOf(file)) ? before : undefined,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
}
