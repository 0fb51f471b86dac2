import { useQuery } from '@tanstack/react-query';
import { call } from '../data/call.ts';
import { caller } from '../data/session.ts';

export interface Option {
  value: string;
  label: string;
}

/** Rows of another resource to pick from; `ids` names the ones already picked. */
export function useOptions(resource: string, keyword: string, enabled = true) {
  return useQuery({
    queryKey: ['options', resource, keyword],
    queryFn: ({ signal }) =>
      call<Option[]>(`${resource}/options`, { keyword, limit: 50 }, { customCatch: true, signal }),
    enabled,
    staleTime: 60_000,
  });
}

/** Labels of picked ids, for chips and forms that start with a value. */
export function useLabels(resource: string, ids: readonly string[]): (id: string) => string {
  const { data } = useQuery({
    queryKey: ['options', resource, 'ids', ...ids],
    queryFn: ({ signal }) =>
      call<Option[]>(
        `${resource}/options`,
        { keyword: '', ids, limit: ids.length },
        { customCatch: true, signal },
      ),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  // Whoever may not read the people still has a name.
  const { profile } = caller();
  const own = (id: string) => (resource === 'sysUser' && id === profile.id ? profile.realName : '…');
  return (id) => data?.find((option) => option.value === id)?.label ?? own(id);
}
