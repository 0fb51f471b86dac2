import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { ref } from '../../../contract/field.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { sysRole } from '../../../contract/resources/system/sysRole.ts';
import type { PreviewedMenu, RolePreview } from '../../../contract/rolePreview.ts';
import { State, call, formatCount, isCallError, useT } from '../../kit/index.ts';
import { RefInput } from '../../kit/inputs/RefInputs.tsx';
import { labelOf } from '../../resource/grid/columns.ts';
import { listTitle } from '../../resource/listTitle.ts';
import { DockBody } from '../../resource/ui/DockBody.tsx';
import { DockHead } from '../../resource/ui/DockHead.tsx';
import { Fact } from '../../resource/ui/Fact.tsx';
import './preview.css';

const HOME = ref('sysOrg', { localised: true, required: true });

const countText = ({ total, totalIs }: RolePreview['lists'][number]): string =>
  `${totalIs === 'exact' ? '' : '≈ '}${formatCount(total)}`;

/** Whose rows, in words and figures. */
function Reach({ everything, self, orgs, merchants, orders }: RolePreview['reach']) {
  const t = useT('system');
  const figures = {
    orgs: t('sysRole.preview.orgs', { count: orgs, shown: formatCount(orgs) }),
    merchants: t('sysRole.preview.merchants', { count: merchants, shown: formatCount(merchants) }),
    orders: t('sysRole.preview.orders', { count: orders, shown: formatCount(orders) }),
  };
  return (
    <div className="preview-reach">
      <p>{t(everything ? 'sysRole.preview.all' : 'sysRole.preview.sees', figures)}</p>
      {self && <p className="pd-muted">{t('sysRole.preview.self')}</p>}
    </div>
  );
}

const views = (menu: readonly PreviewedMenu[]): number =>
  menu.reduce((sum, { children }) => sum + (children.length > 0 ? views(children) : 1), 0);

function Menu({ menu }: { menu: readonly PreviewedMenu[] }) {
  return (
    <ul className="preview-menu">
      {menu.map(({ id, title, children }) => (
        <li key={id}>
          {title}
          {children.length > 0 && <Menu menu={children} />}
        </li>
      ))}
    </ul>
  );
}

/** Verbs by the list they are of, those of lists that are known. */
function useVerbs(buttons: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const t = useT('menu');
  const by = new Map<string, string[]>();
  for (const code of buttons) {
    const [resource = '', verb = ''] = code.split(':');
    const label = verb === 'page' ? '' : t(`button.${verb}`, { defaultValue: '' });
    if (label !== '') by.set(resource, [...(by.get(resource) ?? []), label]);
  }
  return by;
}

function Buttons({ by }: { by: ReadonlyMap<string, readonly string[]> }) {
  const t = useT('menu');
  return (
    <dl className="facts">
      {[...by].map(([resource, verbs]) => (
        <Fact key={resource} label={t(resource, { defaultValue: resource })} long>
          {verbs.join(' · ')}
        </Fact>
      ))}
    </dl>
  );
}

function Previewed({ buttons, menu, lists, reach }: RolePreview) {
  const t = useT('system');
  const verbs = useVerbs(buttons);
  const title = (key: string, count: number) => (
    <h3 className="dock-section">
      {t(`sysRole.preview.${key}`)} <span className="pd-muted pd-number">{formatCount(count)}</span>
    </h3>
  );
  return (
    <>
      <Reach {...reach} />
      {title('lists', lists.length)}
      {lists.length === 0 && <p className="pd-muted">{t('sysRole.preview.noLists')}</p>}
      <dl className="facts">
        {lists.map((list) => (
          <Fact key={list.resource} label={listTitle(resourceOf(list.resource))}>
            <span className={list.total === 0 ? 'pd-number pd-muted' : 'pd-number'}>{countText(list)}</span>
          </Fact>
        ))}
      </dl>
      {title('menus', views(menu))}
      <Menu menu={menu} />
      {title(
        'buttons',
        [...verbs.values()].reduce((sum, { length }) => sum + length, 0),
      )}
      <Buttons by={verbs} />
    </>
  );
}

/** Where the people of these roles are; where none has them, or the people are not for the caller, the first organisation. */
async function homeOf(roleIds: readonly string[], signal: AbortSignal): Promise<string | null> {
  const quiet = { customCatch: true, signal };
  const one = { start: 0, end: 1 };
  const people = await call<{ items: Row[] }>('sysUser/rows', { ...one, roles: roleIds }, quiet).catch(
    (error: unknown) => {
      if (isCallError(error)) return undefined;
      throw error;
    },
  );
  const home = people?.items[0]?.orgId;
  if (typeof home === 'string') return home;
  return (await call<{ items: Row[] }>('sysOrg/rows', one, quiet)).items[0]?.id ?? null;
}

/** What a person with these roles would see and may do, were they of one organisation. */
export function PreviewDock({ roles, close }: { roles: readonly Row[]; close: () => void }) {
  const t = useT('system');
  const id = useId();
  const [orgId, setOrg] = useState<string>();
  const roleIds = roles.map((role) => role.id);
  const first = useQuery({
    queryKey: ['sysRole', 'home', roleIds],
    queryFn: ({ signal }) => homeOf(roleIds, signal),
  });
  const home = orgId ?? first.data;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['sysRole', 'preview', roleIds, home],
    queryFn: ({ signal }) =>
      call<RolePreview>('sysRole/preview', { roleIds, orgId: home }, { customCatch: true, signal }),
    enabled: typeof home === 'string',
    staleTime: 0,
  });
  const name = roles.map((role) => labelOf(sysRole, role)).join(' + ');
  return (
    <aside className="dock" aria-label={t('sysRole.preview.title', { name })}>
      <DockHead title={t('sysRole.preview.title', { name })} close={close} />
      <DockBody>
        <label className="preview-home" htmlFor={id}>
          <span>{t('sysRole.preview.home')}</span>
          <RefInput
            id={id}
            field={HOME}
            label={t('sysRole.preview.home')}
            value={home ?? undefined}
            onChange={(value: unknown) => setOrg(String(value))}
          />
        </label>
        {error ? (
          <State
            kind={isCallError(error) && error.code === 403 ? 'forbidden' : 'error'}
            text={isCallError(error) && error.code === 403 ? t('sysRole.preview.beyond') : error.message}
            retry={() => void refetch()}
          />
        ) : isPending ? (
          <State kind="loading" />
        ) : (
          <Previewed {...data} />
        )}
      </DockBody>
    </aside>
  );
}
