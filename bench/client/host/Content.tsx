import { Suspense } from 'react';
import { State, VisibilityContext } from '../../../src/kit/index.ts';
import { viewComponent } from '../../../src/workspace/views.tsx';

const nothing = (): void => undefined;
const NO_ARGS = {};

/** The product's own view in its own frame, without anything of the workspace around it. */
export function Content({ id, view, visible = true }: { id: string; view: string; visible?: boolean }) {
  const View = viewComponent(view);
  return (
    <section className="ws-panel" data-scope={id} data-view={view} tabIndex={-1}>
      <VisibilityContext value={visible}>
        <Suspense fallback={<State kind="loading" />}>
          <View
            tabId={id}
            args={NO_ARGS}
            state={null}
            saveState={nothing}
            setTitle={nothing}
            active={false}
            visible={visible}
          />
        </Suspense>
      </VisibilityContext>
    </section>
  );
}
