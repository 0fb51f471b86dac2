import type { Translate } from '../../kit/index.ts';
import type { GridModel } from '../grid/model.ts';
import { message } from './pending.ts';

/**
 * Reads the target rows of a verb again where they may be out of date. Undefined where none is; else resolves with true,
 * or with the sentence that says why the verb must not run now. An `immediate` verb, which shows no sheet with the
 * rows, is refused when a row differs from what was on screen.
 */
export function revalidateTargets(
  model: GridModel,
  t: Translate,
  { immediate }: { immediate: boolean },
): Promise<true | string> | undefined {
  const before = model.targets.ids()?.join();
  return model.targets.revalidate()?.then(
    (changed) => {
      if (model.targets.ids()?.join() !== before) return t('why.movedOn');
      return changed && immediate ? t('why.changed') : true;
    },
    (error: unknown) => message(error),
  );
}
