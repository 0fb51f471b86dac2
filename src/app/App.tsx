import { Suspense, lazy, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import { loginAddress } from '../kit/data/signOut.ts';
import { hasToken } from '../kit/data/token.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { SkeletonShell } from './boot/SkeletonShell.tsx';
import { AS_LEFT, HOME, isAsLeft } from './home.ts';
import { rememberScanned } from './scanned.ts';
import { SignIn } from './signin/SignIn.tsx';
import { followSystemInfo } from './systemInfo.ts';

// Before the router reads the address.
rememberScanned();

const loadShell = async () => ({ default: (await import('./boot/Boot.tsx')).Boot });
const Boot = lazy(loadShell);
/** A page for those who build the product; no part of the built client. */
const Gallery = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./gallery/Gallery.tsx')).Gallery }))
  : undefined;

function Guarded() {
  const [path] = useLocation();
  const search = useSearch();
  if (!hasToken()) {
    const asked = isAsLeft(history.state) ? '/' : path;
    return <Redirect to={loginAddress(asked, search)} replace />;
  }
  return (
    <Suspense fallback={<SkeletonShell />}>
      <Boot />
    </Suspense>
  );
}

/** The guard's rules of the specification, §2; what the menu tree adds is resolved after start-up. */
export function App() {
  const [silent, setSilent] = useState(false);
  useEffect(() => followSystemInfo(setSilent), []);
  return (
    <ErrorBoundary>
      <Switch>
        <Route path="/login">
          {hasToken() ? (
            <Redirect to={HOME} replace state={AS_LEFT} />
          ) : (
            <SignIn silent={silent} prefetch={() => void loadShell()} />
          )}
        </Route>
        <Route path="/">
          <Redirect to={HOME} replace state={AS_LEFT} />
        </Route>
        {Gallery && (
          <Route path="/gallery">
            <Suspense>
              <Gallery />
            </Suspense>
          </Route>
        )}
        <Route>
          <Guarded />
        </Route>
      </Switch>
    </ErrorBoundary>
  );
}
