import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { localeAtom } from '../../kit/index.ts';

/** Says again what is kept as finished sentences, once the page speaks another language. */
export function useInLanguage(say: () => void): void {
  const locale = useAtomValue(localeAtom);
  const latest = useRef(say);
  const shownIn = useRef(locale);
  useEffect(() => {
    latest.current = say;
  });
  useEffect(() => {
    if (shownIn.current !== locale) latest.current();
    shownIn.current = locale;
  }, [locale]);
}
