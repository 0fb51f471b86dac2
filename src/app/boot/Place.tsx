import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { viewAt } from '../../../contract/familyPaths.ts';
import { commands } from '../../kit/commands/registry.ts';
import { menu } from '../../kit/data/menu.ts';
import { HOME } from '../home.ts';
import { NoPermission, NotFound } from '../pages/Pages.tsx';
import { Shell } from '../shell/Shell.tsx';
import { whenOffered } from '../menu/openAddress.ts';

type Verdict = 'workspace' | 'notFound' | 'noPermission';

function judge(path: string): Verdict {
  if (path === '/401' || menu.isDenied(path)) return 'noPermission';
  if (path === '/404') return 'notFound';
  return path === HOME || menu.byPath(path) ? 'workspace' : 'notFound';
}

/** The server's menu leaves out what is not permitted; the product's own views say whether it exists. */
async function exists(path: string): Promise<boolean> {
  const { isView } = await import('../discover/workspace.ts');
  const view = viewAt(path.replace(/\/+$/, ''));
  // What the person may open is at another address.
  return view !== undefined && isView(view) && !menu.byName(view);
}

/** What the address opens. Judged once: later the workspace itself writes the address of the active tab. */
export function Place() {
  const [path, navigate] = useLocation();
  const [verdict, setVerdict] = useState(() => judge(path));
  useEffect(() => {
    if (verdict !== 'notFound') return;
    let current = true;
    exists(path).then(
      (known) => current && known && setVerdict('noPermission'),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [verdict, path]);
  // Menu and palette work next to the page: what they open takes its place.
  useEffect(() => {
    if (verdict === 'workspace') return;
    return commands.register({
      id: 'workspace.open',
      label: () => '',
      hidden: true,
      guard: 0,
      run: (args) => {
        setVerdict('workspace');
        whenOffered('layout.save', () => commands.execute('workspace.open', args).catch(reportError));
      },
    });
  }, [verdict]);
  const home = () => {
    navigate(HOME, { replace: true });
    setVerdict('workspace');
  };
  if (verdict === 'workspace') return <Shell />;
  return (
    <Shell
      instead={verdict === 'notFound' ? <NotFound path={path} home={home} /> : <NoPermission home={home} />}
    />
  );
}
