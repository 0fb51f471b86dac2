import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { Row } from '../../contract/calls.ts';
import { part, usePartReady } from '../kit/index.ts';
import type { FormExtraProps } from './form/FormSheet.tsx';
import { SheetFirst } from './actions/SheetFirst.tsx';
import { nameOf } from './actions/useFinish.ts';
import { SecretSheet } from './SecretSheet.tsx';
import type { ResourcePanel } from './useResourcePanel.ts';

/** What may be done from a sheet beside the list with the list itself. */
export interface SheetPorts {
  /** The keyboard goes back to the list. */
  close: () => void;
  /** Reads the list again. */
  refresh: () => void;
  /** Reads rows again that the list has loaded. */
  reload: (ids: string[]) => void;
  /** A row as the list knows it. */
  rowOf: (id: string) => Row | undefined;
}

/** A sheet that a view's own verb opened. */
export interface ViewSheet {
  close: () => void;
  draw: (ports: SheetPorts) => ReactNode;
}

/** How a screen fills the room beside its list. */
export interface AsideConfig extends Pick<ComponentProps<typeof SheetFirst>, 'body' | 'whom'> {
  /** Goes before everything else while it is open. */
  sheet?: ViewSheet | undefined;
  /** What is below the fields of its form. */
  form?: ComponentType<FormExtraProps> | undefined;
  /** The peek of the focused row; else every field of it. */
  peek?: ReactNode;
  /** The peek is the screen's own: open by itself, and Esc leaves it alone. */
  side?: { open: boolean; setOpen: (open: boolean) => void };
}

// They come as soon as the list is there: the list itself does not wait for them.
const RowPeek = part(async () => ({ default: (await import('./RowPeek.tsx')).RowPeek }));
const OpenSheet = part(async () => ({ default: (await import('./OpenSheet.tsx')).OpenSheet }));

type Config = AsideConfig & { panel: ResourcePanel };

/** What is written or shown once goes before the peek. */
function Otherwise({ panel, peek, side, form }: Config) {
  const { model, words, open, secret, close } = panel;
  const isReady = usePartReady(OpenSheet);
  const isPeekReady = usePartReady(RowPeek);
  if (open)
    return (
      isReady && (
        <OpenSheet
          open={open}
          model={model}
          words={words}
          jobs={panel.jobs}
          form={form}
          close={close}
          onSecret={panel.setSecret}
        />
      )
    );
  if (secret) return <SecretSheet secret={secret} close={close} />;
  const { open: isOpen, setOpen } = side ?? { open: panel.peek, setOpen: panel.setPeek };
  if (!isOpen) return null;
  if (peek !== undefined) return peek;
  return (
    isPeekReady && (
      <RowPeek resource={model.resource} row={panel.current} words={words} close={() => setOpen(false)} />
    )
  );
}

/** The one thing beside a list: a view's own sheet, else what is decided, else what is written, else the peek. */
export function PanelAside(props: Config) {
  const { panel, sheet, body, whom } = props;
  const { model, words, actions } = panel;
  if (sheet)
    return sheet.draw({
      close() {
        sheet.close();
        panel.close();
      },
      refresh: () => model.refresh(),
      reload: (ids) => void model.reload(ids).catch(() => undefined),
      rowOf: (id) => model.blocks.get(id),
    });
  return (
    <SheetFirst actions={actions} words={words} name={nameOf(model)} body={body} whom={whom}>
      <Otherwise {...props} />
    </SheetFirst>
  );
}
