import type { Field, Section } from '../../contract/field.ts';

export interface Part {
  /** Absent for the fields that come first. */
  section: Section | undefined;
  fields: (readonly [string, Field])[];
}

/** Fields in the parts a form and a detail show them in; order is the definition's. */
export function partsOf(fields: Iterable<readonly [string, Field]>): Part[] {
  const parts = new Map<Section | undefined, Part>();
  for (const entry of fields) {
    const { section } = entry[1];
    const part = parts.get(section) ?? { section, fields: [] };
    parts.set(section, part);
    part.fields.push(entry);
  }
  return [...parts.values()];
}
