import { useState } from 'react';
import { useLocation } from 'wouter';
import { menu } from '../../kit/data/menu.ts';
import { HOME } from '../home.ts';
import { NoPermission, NotFound } from '../pages/Pages.tsx';
import { Desk } from '../shell/Desk.tsx';

type Verdict = 'desk' | 'notFound' | 'noPermission';

function judge(path: string): Verdict {
  if (path === '/401' || menu.isDenied(path)) return 'noPermission';
  if (path === '/404') return 'notFound';
  return path === HOME || menu.byPath(path) ? 'desk' : 'notFound';
}

/** What the address opens. Judged once: later the workspace itself writes the address of the active tab. */
export function Place() {
  const [path, navigate] = useLocation();
  const [verdict, setVerdict] = useState(() => judge(path));
  const home = () => {
    navigate(HOME, { replace: true });
    setVerdict('desk');
  };
  if (verdict === 'notFound') return <NotFound path={path} home={home} />;
  if (verdict === 'noPermission') return <NoPermission home={home} />;
  return <Desk />;
}
