import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';
import { doubtLine } from '../data/line.ts';
import { translate } from '../i18n/i18n.ts';

/** Parts of the product whose files come when they are first drawn. */

/** A part whose files did not come. */
export class NotLoaded extends Error {}

/** A refusal is kept for as long as it takes to be shown; whoever draws the part after that asks again. */
export const REFUSED_MS = 1_000;

const broken = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') broken.add(target);
  },
  { capture: true },
);

/** The bundler asks for a style sheet once, whatever became of it. */
function mendStyles(): void {
  for (const link of broken) link.replaceWith(link.cloneNode());
  broken.clear();
}

type Loading<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A component that is loaded when it is first drawn. */
export interface Part<Props> {
  (props: Props): ReactNode;
  /** Loads it before it is drawn: then it is drawn at once. */
  load: () => Promise<void>;
}

/**
 * A component that is loaded when it is first drawn, within a Suspense and a boundary for faults. One that did not come
 * throws `NotLoaded`, and is asked for again when it is drawn again.
 */
export function part<Props extends object>(load: Loading<Props>): Part<Props> {
  let asked: Promise<ComponentType<Props>> | undefined;
  const fetched = async (): Promise<ComponentType<Props>> => {
    try {
      mendStyles();
      return (await load()).default;
    } catch (cause) {
      setTimeout(() => (asked = undefined), REFUSED_MS);
      doubtLine();
      throw new NotLoaded(translate('app:state.notLoaded'), { cause });
    }
  };
  const ask = (): Promise<ComponentType<Props>> => {
    const promise = fetched();
    // React reads these two: what has come is drawn without a pause.
    promise.then(
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      () => undefined,
    );
    return promise;
  };
  function LoadedPart(props: Props) {
    const Own = use((asked ??= ask()));
    return <Own {...props} />;
  }
  return Object.assign(LoadedPart, { load: async () => void (await (asked ??= ask())) });
}

const AGAIN_MS = 5_000;

/**
 * True once a part is there and is drawn at once; it is asked for when the caller is first drawn, and again while the line
 * keeps it away. For what opens at a press: it neither waits on screen nor throws.
 */
export function usePartReady({ load }: Pick<Part<never>, 'load'>): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = (): void => {
      load().then(
        () => isGone || setReady(true),
        () => {
          if (!isGone) timer = setTimeout(ask, AGAIN_MS);
        },
      );
    };
    ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [load]);
  return isReady;
}
