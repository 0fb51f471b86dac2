import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, FindBox, setUserSetting, useT, useUserSetting } from '../../kit/index.ts';

interface Account {
  value: string;
  label: string;
}

/** More than these are looked for by name. */
const AT_A_GLANCE = 8;
const KEPT = 20;
const SETTING = 'bankBatch.accounts';

const parse = (raw: unknown): readonly string[] =>
  Array.isArray(raw) ? raw.filter((id) => typeof id === 'string') : [];

/** The account of the last upload comes first the next time. */
export function keepAccount(id: string, before: readonly string[]): void {
  setUserSetting(SETTING, [id, ...before.filter((each) => each !== id)].slice(0, KEPT));
}

/** Accounts, those that this person used last first, and which these are; undefined until they are known. */
export function useAccounts() {
  const { data } = useQuery({
    queryKey: ['bankAccount', 'options'],
    queryFn: ({ signal }) => call<Account[]>('bankAccount/options', {}, { signal }),
  });
  const [used] = useUserSetting(SETTING, parse);
  const rank = ({ value }: Account): number => {
    const at = used.indexOf(value);
    return at === -1 ? used.length : at;
  };
  const isMany = (data?.length ?? 0) > AT_A_GLANCE;
  return { accounts: isMany ? data?.toSorted((one, other) => rank(one) - rank(other)) : data, used };
}

interface AccountsProps {
  accounts: readonly Account[] | undefined;
  chosen: string;
  choose: (account: string) => void;
}

/** The account that the statement is of. */
export function Accounts({ accounts, chosen, choose }: AccountsProps) {
  const t = useT('bank');
  const [find, setFind] = useState('');
  const sought = find.trim().toLowerCase();
  const isMany = (accounts?.length ?? 0) > AT_A_GLANCE;
  // What is chosen stays in sight, whatever is looked for.
  const shown = accounts?.filter(
    ({ value, label }) => value === chosen || label.toLowerCase().includes(sought),
  );
  return (
    <>
      {accounts?.length === 0 && <p className="pd-down">{t('bankBatch.upload.none')}</p>}
      {isMany && (
        <FindBox
          className="upload-find"
          label={t('bankBatch.upload.find')}
          value={find}
          set={setFind}
          onKeyDown={(event) => {
            const [only, ...others] = shown ?? [];
            if (event.key !== 'Enter' || !only || others.length > 0) return;
            // Enter takes the one that is left; the file is still to be chosen.
            event.preventDefault();
            event.stopPropagation();
            choose(only.value);
          }}
        />
      )}
      <fieldset className="upload-accounts">
        <legend>{t('bankBatch.upload.account')}</legend>
        {shown?.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="account" checked={chosen === value} onChange={() => choose(value)} />
            {label}
          </label>
        ))}
        {shown?.length === 0 && isMany && <p className="pd-muted">{t('bankBatch.upload.noneFound')}</p>}
      </fieldset>
    </>
  );
}
