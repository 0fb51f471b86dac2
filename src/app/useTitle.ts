import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { systemInfoAtom } from './systemInfo.ts';

/** `{title} - {global title}` in the browser's tab; undefined leaves it to a part within. */
export function useTitle(title: string | undefined): void {
  const { title: global } = useAtomValue(systemInfoAtom);
  useEffect(() => {
    if (title === undefined) return;
    document.title = title ? `${title} - ${global}` : global;
  }, [title, global]);
}
