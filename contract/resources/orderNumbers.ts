import { type FieldOptions, text } from '../field.ts';

/** The number of ours that a row is called by. */
export const orderNumber = (options: FieldOptions = {}) =>
  text({
    ending: true,
    readonly: true,
    filter: 'equals',
    pin: 'left',
    mono: true,
    sort: true,
    width: 150,
    ...options,
  });

/** The number that the merchant gave the order. */
export const merchantOrderNumber = text({
  caseless: true,
  ending: true,
  readonly: true,
  filter: 'equals',
  mono: true,
  sort: true,
  width: 150,
});
