import type { ComponentType } from 'react';
import { SheetFirst } from './actions/SheetFirst.tsx';
import type { Words } from './actions/texts.ts';
import type { Actions } from './actions/useActions.ts';
import type { GridPanel } from './grid/usePanel.ts';
import { type Open, OpenSheet } from './OpenSheet.tsx';
import type { PeekProps } from './RowPeek.tsx';
import { type Secret, SecretSheet } from './SecretSheet.tsx';

interface AsideProps {
  panel: GridPanel;
  actions: Actions;
  words: Words;
  name: (id: string) => string;
  open: Open | undefined;
  secret: Secret | undefined;
  onSecret: (secret: Secret) => void;
  close: () => void;
  /** Draws the peek; every field of the row where a view has nothing better. */
  peek: ComponentType<PeekProps>;
}

/** What is written or shown once goes before the peek. */
function Otherwise({
  panel,
  words,
  open,
  secret,
  onSecret,
  close,
  peek: Peek,
}: Omit<AsideProps, 'actions' | 'name'>) {
  const { model } = panel;
  if (open) return <OpenSheet open={open} model={model} words={words} close={close} onSecret={onSecret} />;
  if (secret) return <SecretSheet secret={secret} close={close} />;
  if (!panel.peek) return null;
  return (
    <Peek resource={model.resource} row={panel.current} words={words} close={() => panel.setPeek(false)} />
  );
}

/** The one thing that stands beside a list. */
export function Aside({ actions, name, ...rest }: AsideProps) {
  return (
    <SheetFirst actions={actions} words={rest.words} name={name}>
      <Otherwise {...rest} />
    </SheetFirst>
  );
}
