import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { systemInfoAtom } from './systemInfo.ts';

/** `{title} - {global title}` in the browser's tab. */
export function useTitle(title: string): void {
  const { title: global } = useAtomValue(systemInfoAtom);
  useEffect(() => {
    document.title = title ? `${title} - ${global}` : global;
  }, [title, global]);
}
