import { text } from '../field.ts';

/** What people call a row, in each language: what lists begin with. */
export const localName = text({
  required: true,
  filter: 'contains',
  sort: true,
  pin: 'left',
  max: 300,
  localised: true,
});
