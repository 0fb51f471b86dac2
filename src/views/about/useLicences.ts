import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Licences, LICENCES_PATH, type LicensedPackage } from '../../../contract/licences.ts';

/** A package with the text of its licence. */
export interface Licensed extends Omit<LicensedPackage, 'text'> {
  /** Unique, since a package may be there in two versions. */
  id: string;
  /** Undefined where it only names its licence. */
  text: string | undefined;
  /** What is searched, in small letters. */
  searched: string;
}

async function load({ signal }: { signal: AbortSignal }): Promise<Licences> {
  // Asked for again with each build, as its name stays.
  const answer = await fetch(`/${LICENCES_PATH}`, { signal, cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${LICENCES_PATH}: ${answer.status}`);
  return (await answer.json()) as Licences;
}

const licensedOf = ({ packages, texts }: Licences): Licensed[] => {
  const small = texts.map((text) => text.toLowerCase());
  return packages.map(({ text, ...rest }) => ({
    ...rest,
    id: `${rest.name}@${rest.version}`,
    text: text === null ? undefined : texts[text],
    searched: [rest.name, rest.version, rest.licence, text === null ? '' : small[text]]
      .join('\n')
      .toLowerCase(),
  }));
};

/** What is delivered with the client and the server, fetched when the view is first looked at. */
export function useLicences(visible: boolean) {
  const query = useQuery({
    queryKey: ['licences'],
    queryFn: load,
    enabled: visible,
    staleTime: Infinity,
    retry: false,
  });
  const { data } = query;
  return { query, licensed: useMemo(() => data && licensedOf(data), [data]) };
}

/** Those in which each of the terms occurs, in name, version, licence or text. */
export function findLicensed(all: readonly Licensed[], find: string): readonly Licensed[] {
  const terms = find.toLowerCase().split(/\s+/).filter(Boolean);
  return terms.length === 0
    ? all
    : all.filter(({ searched }) => terms.every((term) => searched.includes(term)));
}
