import { translateIfAny } from '../../kit/index.ts';

/** What the first layout of a person is stored as: a key, so that its name follows the language. */
export const DEFAULT_NAME = 'workspace:layout.defaultName';

/** A layout's name as it is shown. */
export const shownName = (name: string): string =>
  name === DEFAULT_NAME ? (translateIfAny(name) ?? name) : name;
